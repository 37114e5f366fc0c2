import type { HttpBindings } from '@hono/node-server'
import type { Deadline } from '../../commands/deadline.ts'
import type { Session } from '../../store/auth/sessions.ts'

/** The variables of a request on its way through the API. */
export interface ApiEnv {
  /** Absent when a request does not come from a socket (tests). */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Pattern of the declared path, for metrics. */
    route: string
    /** What did not happen where the database fails, if that is not that nothing was saved. */
    notDone: string | undefined
    address: string | null
    /** A moment of `performance.now()` that is not later than the request's arrival. */
    arrivedAt: number
    /** In calls that have to be answered in time (`within`). */
    deadline: Deadline
    /** The browser sees TLS, here or at a trusted proxy. */
    secure: boolean
    /** Under which browsers see the hub: what is set, or else how this one reached it. */
    origin: string
    /** A page of this hub asks, or a program, which has no page. */
    ofOwnPage: boolean
    /** The caller, in calls that are not public. */
    session: Session
    /** CSP nonce of the page. */
    nonce: string
  }
}
