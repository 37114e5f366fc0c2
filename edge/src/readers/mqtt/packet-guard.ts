import { ProtocolError } from '@vehicle-control/protocol'

const CONNACK = 2
const PUBLISH = 3
const SUBACK = 9
const PINGRESP = 13
const DISCONNECT = 14
const MORE = 0x80
/** Bits of a remaining length: four bytes of seven. */
const LENGTH_BITS = 28

/**
 * Looks at the fixed header of each packet of a broker before the client gets its bytes: what a client
 * of one subscription at QoS 1 is never sent is a fault, and so is a packet that is too long. The
 * client would keep both in memory: a message of QoS 2 until it is released, a long one until it is
 * whole, and an older MQTT has no way to tell the broker not to.
 */
export class PacketGuard {
  readonly #maxBytes: number
  #isGreeted = false
  #isSubscribed = false
  #pings = 0
  /** Bytes of the packet under way that are still to come. */
  #left = 0
  /** How many bits of the remaining length are known; -1 between packets. */
  #bits = -1

  /** `maxBytes` bounds a packet without its fixed header. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** A ping was sent, which has one answer. */
  pinged(): void {
    this.#pings++
  }

  /** @throws ProtocolError for the first packet that must not come. Hot path. */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#bits < 0 && this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
        continue
      }
      const byte = chunk[at++] ?? 0
      if (this.#bits < 0) this.#begin(byte)
      else this.#measure(byte)
    }
  }

  #begin(first: number): void {
    const type = first >> 4
    if ((type === CONNACK) === this.#isGreeted || !this.#isExpected(type)) {
      throw new ProtocolError(`the broker sent a packet of type ${type} that nobody asked for`)
    }
    if (type === CONNACK) this.#isGreeted = true
    if (type === SUBACK) this.#isSubscribed = true
    const qos = (first >> 1) & 3
    if (type === PUBLISH && qos > 1) {
      throw new ProtocolError(
        `the broker sent a message of QoS ${qos} to a subscription at QoS 1; another client may have left it behind: give this reader a clientId of its own`,
      )
    }
    this.#left = 0
    this.#bits = 0
  }

  #isExpected(type: number): boolean {
    if (type === SUBACK) return !this.#isSubscribed
    if (type === PINGRESP) return this.#pings-- > 0
    return type === CONNACK || type === PUBLISH || type === DISCONNECT
  }

  #measure(byte: number): void {
    this.#left += (byte & ~MORE) * 2 ** this.#bits
    this.#bits += 7
    const isWhole = byte < MORE
    if (this.#left > this.#maxBytes || (!isWhole && this.#bits === LENGTH_BITS)) {
      throw new ProtocolError('the broker sent a message that is too big')
    }
    if (isWhole) this.#bits = -1
  }
}
