import type { Bus } from '../../bus/bus.ts'
import type { Session } from '../../store/auth/sessions.ts'
import { hashToken } from '../tokens.ts'

/** From when the database last confirmed a session. */
export const KNOWN_FOR_MS = 15 * 60_000
const KNOWN_MAX = 1000

interface KnownSessionsOptions {
  bus: Bus
  now: () => number
}

/**
 * Sessions of superadmins as the database confirmed them last: while it is away, they are let in
 * where the hub says how it stands. Any hub that ends one is heard over the bus; where there is no
 * broker, one that ended elsewhere counts for KNOWN_FOR_MS at most.
 */
export class KnownSessions {
  readonly #now: () => number
  /** By the hash of their tokens, the one confirmed last at the end. */
  readonly #confirmed = new Map<string, { session: Session; at: number }>()

  constructor({ bus, now }: KnownSessionsOptions) {
    this.#now = now
    bus.on('sessionsRevoked', (ids) => {
      for (const [hash, { session }] of this.#confirmed) {
        if (ids.includes(session.id)) this.#confirmed.delete(hash)
      }
    })
  }

  /** Notes what the database has for a token; undefined: no session in force. */
  note(token: string, session: Session | undefined): void {
    const hash = hashToken(token)
    this.#confirmed.delete(hash)
    if (session?.role !== 'superadmin' || session.kiosk) return
    this.#confirmed.set(hash, { session, at: this.#now() })
    const [oldest] = this.#confirmed.keys()
    if (this.#confirmed.size > KNOWN_MAX && oldest !== undefined) this.#confirmed.delete(oldest)
  }

  /** The session of a token, as far as it is known without the database. */
  find(token: string): Session | undefined {
    const { session, at = 0 } = this.#confirmed.get(hashToken(token)) ?? {}
    const now = this.#now()
    // Where the clock was set back nobody knows how long ago it was.
    const isKnown = now >= at && now - at < KNOWN_FOR_MS
    return session && session.expiresAt > now && isKnown ? session : undefined
  }
}
