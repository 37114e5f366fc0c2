import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { monotonicMs } from '../../clock/monotonic.ts'
import { FakeGpio } from '../../testing/fake-gpio.ts'
import { frameBits } from '../../testing/emulators/wiegand.ts'
import { readerContext } from '../../testing/reader-context.ts'
import type { Reader } from '../reader.ts'
import { WiegandReaderConfig } from './config.ts'
import type { Bit } from './frames.ts'
import { createWiegandReader } from './reader.ts'
import { openWires } from './wires.ts'

const CARD = frameBits('8B1C3D')
const PINS = { d0: 20, d1: 21 }

let system: FakeGpio
let context: ReturnType<typeof readerContext>
let reader: Reader
let at: number
beforeEach(() => {
  system = new FakeGpio()
  context = readerContext()
})
afterEach(() => reader.stop())

function open(settings: object = {}): void {
  const config = WiegandReaderConfig.parse({ id: 'gate', type: 'wiegand', ...PINS, ...settings })
  reader = createWiegandReader(config, context, () => openWires(system, config))
  reader.start()
}

/** Opens the lines, which then have been at rest for long enough. */
async function start(settings: object = {}): Promise<void> {
  open(settings)
  await becomes('open')
  at = monotonicMs() + 30
}

/** Pulses of the lines; the next ones come after a rest. */
function pulse(bits: readonly Bit[], apart = 0.5): void {
  for (const bit of bits) system.edge(bit === 1 ? PINS.d1 : PINS.d0, 1, (at += apart))
  at += 30
}

const state = () => reader.states()[0]
const becomes = (wanted: string) => vi.waitFor(() => expect(state()?.state).toBe(wanted))
const warns = (warning: string | undefined) => {
  const wanted = warning === undefined ? undefined : expect.stringContaining(warning)
  return vi.waitFor(() => expect(state()?.warning).toEqual(wanted))
}
const hasRead = (...uids: string[]) =>
  vi.waitFor(() => expect(context.reads.map(({ uid }) => uid)).toEqual(uids))
const hasNoise = (noise: number) => vi.waitFor(() => expect(state()?.noise).toBe(noise))

it('takes both lines at once, with the beginnings of pulses and the pull that keeps them quiet', async () => {
  await start()
  const line = system.held(20)
  expect(line).toBe(system.held(21))
  expect(line).toMatchObject({ eventsKept: 1024, consumer: 'vehicle-control' })
  // INPUT, EDGE_RISING of the logical level, ACTIVE_LOW, BIAS_PULL_UP.
  expect(line?.flags).toBe(0b1_0001_0110n)
  expect(state()).toMatchObject({ type: 'wiegand', path: 'GPIO 20 y 21', state: 'open' })
})

it('reads cards of every length, each when its last pulse came', async () => {
  await start()
  pulse(CARD)
  pulse(frameBits('00CE754C'))
  await hasRead('8B1C3D', '00CE754C')
  expect(state()).toMatchObject({ noise: 0, warning: undefined })
  await reader.stop()
  expect(system.openFds.size).toBe(0)
})

it('says which wire is missing when pulses come by one line only, until a card comes', async () => {
  await start()
  pulse(CARD.filter((bit) => bit === 0))
  await warns('solo llegan pulsos por D0: revisa el cable de D1 (GPIO 21)')
  pulse(CARD)
  await warns(undefined)
  pulse(Array.from({ length: 26 }, () => 1 as const))
  await warns('solo llegan pulsos por D1: revisa el cable de D0 (GPIO 20)')
  expect(context.reads).toHaveLength(1)
  expect(state()?.noise).toBe(2)
}, 20_000)

it('says that the wires are exchanged, and reads no card by them', async () => {
  await start()
  const exchanged = CARD.map((bit): Bit => (bit === 1 ? 0 : 1))
  for (let n = 0; n < 3; n++) pulse(exchanged)
  await warns('D0 y D1 parecen cambiados')
  expect(context.reads).toEqual([])
})

it('says that there is interference when pulses never rest, and reads on after it', async () => {
  await start()
  pulse(Array.from({ length: 900 }, (_, i): Bit => (i % 3 === 0 ? 1 : 0)))
  await warns('interferencia')
  pulse(CARD)
  await hasRead('8B1C3D')
  await hasNoise(1)
})

it('takes no card from what is left of pulses that the kernel dropped', async () => {
  await start()
  for (let n = 0; n < 60; n++) pulse(frameBits('00CE754C'))
  // 2,040 pulses before the edge looks: the latest 1,024 are left, and the first frame of them is a part.
  await vi.waitFor(() => expect(context.reads).toHaveLength(30))
  expect(new Set(context.reads.map(({ uid }) => uid))).toEqual(new Set(['00CE754C']))
  expect(state()?.noise).toBe(1)
})

it('names who holds a line, and reads once that lets go', async () => {
  system.others.set(21, 'gpioset')
  open()
  await vi.waitFor(() => expect(state()?.error).toBe('line 21 is in use by gpioset'))
  system.others.delete(21)
  await becomes('open')
  at = monotonicMs() + 30
  pulse(CARD)
  await hasRead('8B1C3D')
})

it('is closed while the chip is gone, and takes the lines again', async () => {
  await start()
  system.lineFault = 'ENODEV'
  await becomes('closed')
  expect(state()?.error).toContain('ENODEV')
  system.lineFault = null
  await becomes('open')
  expect(system.openFds.size).toBe(1)
})
