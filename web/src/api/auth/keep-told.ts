import type { Idleness } from '../../browser/idleness.ts'
import { anyShape, type ApiClient } from '../http/client.ts'
import type { Session } from './session.ts'

/**
 * Tells the hub of people who touch a page that asks for nothing, such as the live screen: an idle
 * limit ends the session of nobody who is there.
 */
export function keepTold(idleness: Idleness, api: ApiClient, session: Session): void {
  idleness.keepTold(() => {
    const { token, isKiosk } = session.state.get()
    if (token === null || isKiosk) return
    api({ path: '/api/auth/me', shape: anyShape }).catch(() => {
      // The next input tells it again.
    })
  })
}
