import { parseAgentKey } from '@vehicle-control/protocol/agent-key'
import type { Logger } from 'pino'

const HOUR_MS = 3_600_000
/** An edge with a revoked key retries for ever, and an attacker shows a new key each time. */
const LINES_PER_HOUR = 200

/**
 * Logs refused keys of agents: the key's id, which is no secret, and the address, each pair once an
 * hour, and at most 200 lines an hour.
 */
export class RefusedKeys {
  readonly #log: Logger
  readonly #now: () => number
  readonly #logged = new Set<string>()
  #since: number

  /** `now`: milliseconds that only go forward. */
  constructor(log: Logger, now = () => performance.now()) {
    this.#log = log
    this.#now = now
    this.#since = now()
  }

  /** Logs a refused key; `key` is undefined where none was shown. */
  refused(key: string | undefined, address: string): void {
    const now = this.#now()
    if (now - this.#since >= HOUR_MS) {
      this.#since = now
      this.#logged.clear()
    }
    const keyId = key === undefined ? null : (parseAgentKey(key)?.id ?? null)
    const pair = `${keyId} ${address}`
    if (this.#logged.has(pair) || this.#logged.size >= LINES_PER_HOUR) return
    this.#logged.add(pair)
    this.#log.warn({ keyId, address }, 'an agent was refused: it shows no key that is in force')
  }
}
