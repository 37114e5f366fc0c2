import type { Timers } from '../../clock/timers.ts'
import { DeviceError } from '../../device-error.ts'
import type { ByteLink, LinkEvents } from '../../readers/link/byte-link.ts'
import { type Framing, isPulse, type Sent } from './frames.ts'

/** Boards answer within some 10 ms; a converter to Ethernet adds as much as a bad network does. */
const ANSWER_WITHIN_MS = 1000
/** The pause after a request that failed, in which an answer that is late runs out. */
const QUIET_MS = 250
/**
 * Answers that one board has missed, while no other gave any, after which the connection itself is made
 * anew. Boards without power on a bus of several end no connection for the one behind them.
 */
const MISSED_MAX = 3
/** More than any answer and the noise before it. */
const HEARD_MAX_BYTES = 512

export interface ModbusBusOptions {
  framing: Framing
  openLink: (events: LinkEvents) => ByteLink
  /**
   * The link may hold what it was given and deliver it later, as TCP does, until it is dropped: an ON
   * without an answer drops it, so that it moves nothing late.
   */
  holdsUnsent: boolean
  timers: Timers
  /** Called each time that requests can be sent, and when they no longer can. */
  onOpen: () => void
  onLost: () => void
}

/**
 * One bus: a request at a time, whose answer is waited for. Nothing is sent twice, and nothing is kept
 * for a bus that is not there.
 */
export class ModbusBus {
  readonly #options: ModbusBusOptions
  readonly #link: ByteLink
  #isOpen = false
  #transaction = 0
  /** Answers missed by unit since the last answer of any. */
  readonly #missed = new Map<number, number>()
  #heard = Buffer.alloc(0)
  /** Ends when the request before, and the pause after it, are over. */
  #turn: Promise<unknown> = Promise.resolve()
  #waiting: { onBytes(): void; onLost(): void } | null = null

  constructor(options: ModbusBusOptions) {
    this.#options = options
    this.#link = options.openLink({
      onOpen: () => {
        this.#isOpen = true
        this.#missed.clear()
        options.onOpen()
      },
      onData: (chunk) => this.#take(chunk),
      onLost: () => {
        this.#isOpen = false
        this.#waiting?.onLost()
        options.onLost()
      },
      onWarning() {},
    })
  }

  start(): void {
    this.#link.start()
  }

  /** The port is released when it resolves. */
  stop(): Promise<void> {
    return this.#link.stop()
  }

  /** Why nothing can be sent; null while it can, and during the first try. */
  error(): DeviceError | null {
    return this.#isOpen ? null : this.#link.error()
  }

  /**
   * Sends a request when those before it are over, and answers what the board does. `mayBegin` is asked
   * at the last moment: where it says no, nothing is sent, and the answer is null.
   *
   * @throws DeviceError without an answer: the board may have done it or not.
   */
  exchange(unit: number, pdu: Buffer, mayBegin: () => boolean): Promise<Buffer | null> {
    const mine = this.#turn.then(() => this.#exchange(unit, pdu, mayBegin))
    this.#turn = mine.catch(() => this.#quiet())
    return mine
  }

  async #exchange(unit: number, pdu: Buffer, mayBegin: () => boolean): Promise<Buffer | null> {
    if (!this.#isOpen) throw this.#link.error() ?? new DeviceError('the connection is not open')
    if (!mayBegin()) return null
    this.#transaction = (this.#transaction + 1) & 0xffff
    const sent: Sent = { unit, transaction: this.#transaction, pdu }
    this.#heard = Buffer.alloc(0)
    const answer = this.#answerTo(sent)
    try {
      this.#link.send(this.#options.framing.encode(sent))
    } catch (error) {
      this.#waiting?.onLost()
      await answer.catch(() => {})
      throw error
    }
    return answer
  }

  async #answerTo(sent: Sent): Promise<Buffer> {
    const { framing, timers } = this.#options
    let cancel = () => {}
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        this.#waiting = {
          onBytes: () => {
            const heard = framing.hear(this.#heard, sent)
            if (heard === null) return
            this.#missed.clear()
            this.#link.dataReceived()
            this.#link.ready()
            if ('answer' in heard) resolve(heard.answer)
            else reject(new DeviceError(`the board refuses it (error ${heard.exception})`))
          },
          onLost: () => reject(this.#link.error() ?? new DeviceError('the device is gone')),
        }
        cancel = timers.after(ANSWER_WITHIN_MS, () => {
          const fault = new DeviceError(this.#describeMissed(sent))
          reject(fault)
          if (this.#isGivenUp(sent)) this.#link.drop(fault)
        })
      })
    } finally {
      cancel()
      this.#waiting = null
    }
  }

  /** Whether the connection is to go, now that this got no answer. */
  #isGivenUp({ unit, pdu }: Sent): boolean {
    const missed = (this.#missed.get(unit) ?? 0) + 1
    this.#missed.set(unit, missed)
    return missed >= MISSED_MAX || (this.#options.holdsUnsent && isPulse(pdu))
  }

  #describeMissed(sent: Sent): string {
    if (this.#heard.length === 0) return `unit ${sent.unit} does not answer`
    const other = this.#options.framing.otherUnit(this.#heard, sent)
    if (other !== null) return `unit ${other} answers in place of unit ${sent.unit}`
    return `unit ${sent.unit} answers with noise`
  }

  #quiet(): Promise<void> {
    return new Promise((resolve) => this.#options.timers.after(QUIET_MS, resolve))
  }

  #take(chunk: Buffer): void {
    if (this.#waiting === null) return
    this.#heard = Buffer.concat([this.#heard, chunk]).subarray(-HEARD_MAX_BYTES)
    this.#waiting.onBytes()
  }
}
