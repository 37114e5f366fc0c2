import type { EmulatedDevice, ShownTag } from './emulator.ts'
import type { StreamEmulations } from './stream-emulation.ts'

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
    this.#send?.(Buffer.concat([cardLine(epc), Buffer.from('Card SAK: 08\r\n')]))
  }
}

function cardLine(card: string): Buffer {
  const uid = /^[0-9A-F]+$/.test(card) ? card.replace(/../g, ' $&') : ` ${card}`
  return Buffer.from(`Card UID:${uid}\r\n`, 'latin1')
}

/** As the sketch DumpInfo of the MFRC522's library prints, and as an ID-12LA does. */
export const line: StreamEmulations<'line'> = [
  {
    tags: 'card',
    settings: {},
    device: () => new EmulatedLineReader(),
    tagFrame: cardLine,
    samples: [
      [Buffer.from('Card UID: DE AD BE EF\r\n'), 'DEADBEEF'],
      [Buffer.from('\x02E2003412012F1700\r\n\x03'), 'E2003412012F1700'],
    ],
    damaged: [
      Buffer.from('Card SAK: 08\r\n'),
      Buffer.from('PICC type: MIFARE 1KB\r\n'),
      Buffer.from('DE\xa0AD BE EF\n', 'latin1'),
      Buffer.from(`${'A'.repeat(65)}\n`),
    ],
    seal: (bytes) => Buffer.concat([bytes, Buffer.from('\r\n')]),
    recoversAfter: 'bytes',
    isUnchecked: true,
  },
]
