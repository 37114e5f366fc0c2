import { parseAgentKey } from '@vehicle-control/protocol/agent-key'
import type { Logger } from 'pino'

const HOUR_MS = 3_600_000
/** An edge whose key ended tries on for ever, and whoever guesses has a new one each time. */
const LINES_PER_HOUR = 200

/**
 * Writes a line to the log for an agent's key that is refused: by the part of it that is no secret
 * and by the address, once an hour for the two. Beyond 200 in an hour keys are only counted.
 */
export class RefusedKeys {
  readonly #log: Logger
  readonly #now: () => number
  readonly #said = new Set<string>()
  #since: number

  /** `now`: milliseconds that only go forward. */
  constructor(log: Logger, now = () => performance.now()) {
    this.#log = log
    this.#now = now
    this.#since = now()
  }

  /** `key`: as it was presented; absent where none was. */
  refused(key: string | undefined, address: string): void {
    const now = this.#now()
    if (now - this.#since >= HOUR_MS) {
      this.#since = now
      this.#said.clear()
    }
    const keyId = key === undefined ? null : (parseAgentKey(key)?.id ?? null)
    const who = `${keyId} ${address}`
    if (this.#said.has(who) || this.#said.size >= LINES_PER_HOUR) return
    this.#said.add(who)
    this.#log.warn({ keyId, address }, 'an agent was refused: it shows no key that is in force')
  }
}
