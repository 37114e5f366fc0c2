import { isDurable } from '../is-durable.ts'
import type { Attempt } from '../link/reconnector.ts'
import type { ReaderContext } from '../reader-context.ts'

const AGAIN_AFTER_MS = 1000
/** Most messages without an ack, for a broker that ignores the limit of the connection. */
const PENDING_MAX = 1000
const PUBACK = 0x40
const PUBACK_BYTES = 2

/**
 * Acks messages of QoS 1 once their reads are durable. Until then the broker keeps them, and sends no
 * more than it leaves without an ack: a disk that takes nothing holds the others back there.
 */
export class DurableAcks {
  readonly #context: ReaderContext
  readonly #attempt: Attempt
  readonly #send: (bytes: Buffer) => void
  readonly #pending = new Set<Promise<void>>()
  #isEnding = false

  constructor(context: ReaderContext, attempt: Attempt, send: (bytes: Buffer) => void) {
    this.#context = context
    this.#attempt = attempt
    this.#send = send
  }

  /** The reads of this message were handed on; resolves when the next one may be taken. */
  async taken(messageId: number): Promise<void> {
    // A message of a lost connection may have been taken in part, and comes again.
    if (!this.#attempt.isCurrent) return
    const ack = this.#ack(messageId).finally(() => this.#pending.delete(ack))
    this.#pending.add(ack)
    const [oldest] = this.#pending
    if (this.#pending.size >= PENDING_MAX) await oldest
  }

  /** Resolves when what was taken is acked, as far as that needs no more than `withinMs`. */
  async end(withinMs: number): Promise<void> {
    this.#isEnding = true
    let cancel = () => {}
    const late = new Promise<void>((resolve) => {
      cancel = this.#context.timers.after(withinMs, resolve)
    })
    await Promise.race([Promise.all(this.#pending), late])
    cancel()
  }

  async #ack(messageId: number): Promise<void> {
    while (!(await isDurable(this.#context))) {
      await new Promise<void>((resolve) => this.#context.timers.after(AGAIN_AFTER_MS, resolve))
      // It comes again on the next connection.
      if (this.#isEnding || !this.#attempt.isCurrent) return
    }
    this.#send(Buffer.from([PUBACK, PUBACK_BYTES, messageId >> 8, messageId & 0xff]))
  }
}
