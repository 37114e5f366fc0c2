import type { Clock } from '../../browser/clock.ts'
import type { PageEvents } from '../../browser/page-events.ts'
import { hasStatus } from '../http/api-error.ts'
import { anyShape, type ApiClient } from '../http/client.ts'
import type { Session } from './session.ts'

/** Ends the session: here at once, and at the hub as soon as that answers. */
export interface Logout {
  readonly leave: () => void
  /** Goes on with a logout of which the hub has not heard yet. */
  readonly resume: () => void
}

export interface LogoutOptions {
  api: ApiClient
  session: Session
  storage: Storage
  clock: Clock
  page: Pick<PageEvents, 'onWake'>
}

const UNFINISHED = 'logout_unfinished'
const RETRY_MS = 15_000

/**
 * Nothing of the session is kept to end it later: the hub knows it by the cookie, which it alone
 * can take back. Whoever logs in meanwhile ends the session too, and is not logged out by an old
 * request.
 */
export function createLogout({ api, session, storage, clock, page }: LogoutOptions): Logout {
  let isAsking = false
  let cancelRetry = () => {}

  const note = () => {
    try {
      storage.setItem(UNFINISHED, '1')
    } catch {
      // Storage is full or forbidden: the hub hears of it from this page, or never.
    }
  }
  const end = async () => {
    isAsking = true
    try {
      await api({ method: 'POST', path: '/api/auth/logout', shape: anyShape })
    } catch (problem) {
      // The session is over already.
      if (!hasStatus(problem, 401)) return retryLater()
    } finally {
      isAsking = false
    }
    storage.removeItem(UNFINISHED)
  }
  const resume = () => {
    if (isAsking || storage.getItem(UNFINISHED) === null) return
    if (session.state.get().token === null) void end()
    else storage.removeItem(UNFINISHED)
  }
  const retryLater = () => {
    cancelRetry()
    cancelRetry = clock.after(RETRY_MS, resume)
  }
  page.onWake(resume)

  return {
    leave() {
      note()
      // The call takes the token before the session forgets it.
      void end()
      session.logout()
    },
    resume,
  }
}
