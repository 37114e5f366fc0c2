import type { EmulatedDevice, ShownTag } from './emulator.ts'
import type { Bytes, Sample, StreamEmulation, StreamEmulations } from './stream-emulation.ts'

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

/** Seeed's worked example and a reader's answer on Stack Overflow (11848921); EM-18 of cparkb2c.in. */
const CARDS = ['62E3086CED', '3C00CE754C', '4500C5D1E9'] as const

type CardType = 'rdm6300' | 'id12la' | 'em18'

function cards(form: CardType, damaged: [Bytes, ...Bytes[]]): StreamEmulation<CardType> {
  const write = CARD_FORMS[form]
  const [first, ...others] = CARDS.map((card): Sample => [write(card), card])
  return {
    tags: 'card',
    settings: {},
    device: () => new EmulatedCardReader(form),
    tagFrame: write,
    samples: [first ?? [write(CARDS[0]), CARDS[0]], ...others],
    damaged,
    seal: (bytes) => write(Buffer.concat([bytes, Buffer.alloc(5)]).toString('hex', 0, 5)),
    recoversAfter: form === 'em18' ? 'pause' : 'bytes',
  }
}

/** A sketch in circulation adds instead: the check of its example is none. */
const ADDED = '2E00AF0EC9B4'

export const rdm6300: StreamEmulations<'rdm6300'> = [
  {
    ...cards('rdm6300', [Buffer.from(`\x02${ADDED}\x03`), '02 02 0F 03']),
    samples: [
      ['02 33 43 30 30 43 45 37 35 34 43 43 42 03', '3C00CE754C'],
      [Buffer.from('\x0262E3086CED08\x03'), '62E3086CED'],
      ['02 0A 02 06 00 8E 6D 5D B0 03', '06008E6D5D'],
    ],
  },
]

export const id12la: StreamEmulations<'id12la'> = [
  cards('id12la', [Buffer.from(`\x02${ADDED}\r\n\x03`), Buffer.from('\x023C00CE754CCB\r\x03')]),
]

export const em18: StreamEmulations<'em18'> = [
  {
    ...cards('em18', [Buffer.from(ADDED)]),
    samples: [[Buffer.from('4500C5D1E9B8'), '4500C5D1E9']],
  },
]
