import type { EmulatedDevice, ShownTag } from './emulator.ts'

/** How a reader of cards writes a number, given as the hex of its bytes. */
type Form = (card: string) => Buffer

const xorOf = (bytes: Uint8Array) => bytes.reduce((a, b) => a ^ b, 0)
const withCheck = (card: string) => {
  const check = xorOf(Buffer.from(card, 'hex'))
  return `${card}${check.toString(16).padStart(2, '0')}`.toUpperCase()
}

/** The forms by the type of reader, and that of Mifare and EM desktop readers. */
export const CARD_FORMS = {
  rdm6300: (card) => Buffer.from(`\x02${withCheck(card)}\x03`),
  id12la: (card) => Buffer.from(`\x02${withCheck(card)}\r\n\x03`),
  em18: (card) => Buffer.from(withCheck(card)),
  desktop(card) {
    const number = Buffer.from(card, 'hex')
    const head = [number.length + 5, 0x02]
    return Buffer.from([0x02, ...head, ...number, xorOf(Buffer.from([...head, ...number])), 0x03])
  },
} satisfies Record<string, Form>

/** A reader of 125 kHz cards: it sends each card, and takes no commands. */
export class EmulatedCardReader implements EmulatedDevice {
  readonly #form: Form
  #send: ((bytes: Uint8Array) => void) | null = null

  constructor(form: keyof typeof CARD_FORMS) {
    this.#form = CARD_FORMS[form]
  }

  attach(send: (bytes: Uint8Array) => void): void {
    this.#send = send
  }

  detach(): void {
    this.#send = null
  }

  receive(): void {}

  show({ epc }: ShownTag): void {
    this.#send?.(this.#form(epc))
  }

  /** Other bytes: noise, or a part of a frame. */
  utter(bytes: Uint8Array): void {
    this.#send?.(bytes)
  }
}
