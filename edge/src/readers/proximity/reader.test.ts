import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CARD_FORMS, EmulatedCardReader } from '../../testing/emulators/proximity.ts'
import { PtyCable } from '../../testing/pty-cable.ts'
import { readerContext } from '../../testing/reader-context.ts'
import { openReader } from '../open-reader.ts'
import { ReaderConfig } from '../reader-config.ts'
import type { Reader } from '../reader.ts'

const patient = { timeout: 10_000, interval: 5 }
const CARD = '3C00CE754C'
const OTHER = '4500C5D1E9'

describe('card reader on a serial port', { timeout: 20_000 }, () => {
  let cable: PtyCable
  let device: EmulatedCardReader
  let context: ReturnType<typeof readerContext>
  let reader: Reader

  async function open(type: string, form: keyof typeof CARD_FORMS, settings: object = {}) {
    device = new EmulatedCardReader(form)
    cable.connect(device)
    const config = { id: 'gate', type, path: cable.readerEnd, ...settings }
    reader = await openReader(ReaderConfig.parse(config), context)
    reader.start()
    await vi.waitFor(() => expect(reader.states()[0]?.state).toBe('open'), patient)
  }

  const hasRead = (...uids: string[]) =>
    vi.waitFor(() => expect(context.reads.map(({ uid }) => uid)).toEqual(uids), patient)

  beforeEach(async () => {
    context = readerContext()
    cable = new PtyCable()
    await cable.plugIn()
  })

  afterEach(async () => {
    await reader.stop()
    await cable.destroy()
  })

  it.each([
    ['rdm6300', 'rdm6300'],
    ['rdm6300', 'desktop'],
    ['id12la', 'id12la'],
    ['em18', 'em18'],
  ] as const)('of type %s reads cards in the form of %s', async (type, form) => {
    await open(type, form)
    device.show({ epc: CARD })
    await hasRead(CARD)
    device.show({ epc: OTHER })
    await hasRead(CARD, OTHER)
    expect(reader.states()).toMatchObject([{ id: 'gate', type, state: 'open', noise: 0 }])
  })

  it('names cards by the number that is printed on them', async () => {
    await open('rdm6300', 'rdm6300', { uid: 'decimal' })
    device.show({ epc: CARD })
    device.show({ epc: OTHER })
    await hasRead('0013530444', '0012964329')
  })

  it('reads a card after half a frame of another, and after a cable that was pulled', async () => {
    await open('id12la', 'id12la')
    device.utter(CARD_FORMS.id12la(OTHER).subarray(0, 9))
    device.show({ epc: CARD })
    await hasRead(CARD)
    expect(reader.states()[0]?.noise).toBe(1)
    device.utter(CARD_FORMS.id12la(OTHER).subarray(0, 9))
    await cable.pull()
    await vi.waitFor(() => expect(reader.states()[0]?.state).toBe('closed'), patient)
    await cable.plugIn()
    await vi.waitFor(() => expect(reader.states()[0]?.state).toBe('open'), patient)
    device.show({ epc: OTHER })
    await hasRead(CARD, OTHER)
  })

  it('reads every card of a flood, and counts the garbage between', async () => {
    // On a clock that stands still no pause of this machine is silence of the device.
    context = readerContext({ monotonic: () => 0 })
    await open('rdm6300', 'rdm6300')
    const rounds = 5000
    const round = Buffer.concat([
      CARD_FORMS.rdm6300(CARD),
      Buffer.from('\xff\x02garbage', 'latin1'),
      CARD_FORMS.rdm6300(OTHER),
    ])
    await cable.writeMany(round.toString('latin1').repeat(rounds))
    await vi.waitFor(() => expect(context.reads).toHaveLength(2 * rounds), patient)
    const uids = context.reads.map(({ uid }) => uid)
    expect(uids.every((uid, at) => uid === (at % 2 === 0 ? CARD : OTHER))).toBe(true)
    expect(reader.states()).toMatchObject([{ state: 'open', noise: rounds }])
  })

  it('without frames begins anew after silence, and never within a frame', async () => {
    await open('em18', 'em18')
    device.utter(CARD_FORMS.em18(OTHER).subarray(3))
    device.utter(Buffer.from('?'))
    await vi.waitFor(() => expect(reader.states()[0]?.noise).toBe(1), patient)
    // As often as the card is told, until it comes after enough silence.
    await vi.waitFor(
      () => {
        device.show({ epc: CARD })
        expect(context.reads.length).toBeGreaterThan(0)
      },
      { timeout: 10_000, interval: 200 },
    )
    expect(new Set(context.reads.map(({ uid }) => uid))).toEqual(new Set([CARD]))
  })
})
