import type { Clock } from '../../browser/clock.ts'
import { type Idleness, watchIdleness } from '../../browser/idleness.ts'
import { onInput } from '../../browser/input-events.ts'
import { anyShape, type ApiClient } from '../http/client.ts'
import type { Session } from './session.ts'

export interface PersonThereOptions {
  page: Window
  clock: Clock
  storage: Storage
  api: ApiClient
  session: Session
}

/**
 * Notes when somebody touches the app, and reports it to the hub where no other call does, as on
 * the live screen: an idle limit must not end the session of somebody who is there. It is loaded
 * after the first calls of a page, which count as activity anyway.
 */
export function watchPerson(options: PersonThereOptions): Idleness {
  const { page, clock, storage, api, session } = options
  const idleness = watchIdleness({
    clock,
    storage,
    onInput: (listener) => onInput(page, listener),
  })
  idleness.reportInput(() => {
    const { token, isKiosk } = session.state.get()
    if (token === null || isKiosk) return
    api({ path: '/api/auth/me', shape: anyShape }).catch(() => {
      // The next input reports it again.
    })
  })
  return idleness
}
