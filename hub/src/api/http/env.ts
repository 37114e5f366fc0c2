import type { HttpBindings } from '@hono/node-server'
import type { Session } from '../../store/auth/sessions.ts'
import type { Call } from '../calls/call.ts'

/** What a request carries through the API. */
export interface ApiEnv {
  /** Absent when a request does not come from a socket (tests). */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Pattern of the declared route, for metrics. */
    route: string
    /** What this call declares. */
    call: Call
    address: string | null
    /** Whether the browser sees TLS, here or at a trusted proxy. */
    secure: boolean
    /** The caller, on routes that are not public. */
    session: Session
    /** Of the one page that carries inline styles. */
    nonce: string
  }
}
