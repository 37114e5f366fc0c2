import type { EmulatedDevice, ShownTag } from './emulator.ts'

/** An Arduino with an MFRC522 and the sketch of its library: it prints a card, and hears nothing. */
export class EmulatedLineReader implements EmulatedDevice {
  #send: ((bytes: Uint8Array) => void) | null = null

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
  }

  detach(): void {
    this.#send = null
  }

  receive(): void {}

  show({ epc }: ShownTag): void {
    const uid = /^[0-9A-F]+$/.test(epc) ? epc.replace(/../g, ' $&') : ` ${epc}`
    this.#send?.(Buffer.from(`Card UID:${uid}\r\nCard SAK: 08\r\n`, 'latin1'))
  }
}
