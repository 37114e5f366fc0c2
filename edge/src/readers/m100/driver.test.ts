import { beforeEach, describe, expect, it } from 'vitest'
import { emulatedLink } from '../../testing/emulators/emulated-link.ts'
import { EmulatedM100 } from '../../testing/emulators/m100.ts'
import { createManualTime } from '../../testing/manual-time.ts'
import { readerContext } from '../../testing/reader-context.ts'
import { createDeviceReader } from '../device/device-reader.ts'
import type { Reader } from '../reader.ts'
import { M100ReaderConfig } from './config.ts'
import { M100Driver } from './driver.ts'
import { Command, encodeM100, FrameType } from './frame.ts'

const EPC = '30751FEB705C5904E3D50D70'
const OTHER = 'E2003412012F1700A1B2C3D4'
const ROUND_MS = 20

let time: ReturnType<typeof createManualTime>
let context: ReturnType<typeof readerContext>
let device: EmulatedM100

beforeEach(() => {
  time = createManualTime({ mono: 1000 })
  context = readerContext({ monotonic: time.monotonic, timers: time.timers })
  device = new EmulatedM100({ timers: time.timers, roundMs: ROUND_MS })
})

function open(settings: object = {}): Reader {
  const config = M100ReaderConfig.parse({
    id: 'gate',
    type: 'm100',
    path: '/dev/ttyS0',
    region: 'us',
    ...settings,
  })
  const reader = createDeviceReader(config, context, new M100Driver(config), emulatedLink(device))
  reader.start()
  return reader
}

/** Time passes in steps short enough for what is answered to be asked on. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= ROUND_MS) {
    time.advance(Math.min(left, ROUND_MS))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
const uids = () => context.reads.map(({ uid }) => uid)

describe('an M100 module', () => {
  it('is set up and reads, also one that an edge before this one left reading', async () => {
    device.readOn(1000)
    const reader = open({ powerDbm: 20.5 })
    await pass(100)
    expect(reader.states()[0]?.state).toBe('closed')
    await pass(400)
    expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 0 })
    expect(device).toMatchObject({ region: 2, centiDbm: 2050, isReading: true })
    device.show({ epc: EPC, rssi: -70 })
    await pass(40)
    expect(context.reads).toEqual([expect.objectContaining({ uid: EPC, rssi: -70 })])
  })

  it('leaves the power as it is where none is configured', async () => {
    open({ region: 'eu' })
    await pass(400)
    expect(device).toMatchObject({ region: 3, centiDbm: null, isReading: true })
  })

  it('is asked again each time that its rounds are over', async () => {
    const reader = open({ rounds: 3 })
    await pass(2000)
    expect(device.polls).toBeGreaterThan(3)
    device.show({ epc: EPC })
    await pass(400)
    device.show({ epc: OTHER })
    await pass(400)
    expect(uids()).toEqual([EPC, OTHER])
    expect(reader.states()[0]?.state).toBe('open')
  })

  it('is asked again also where it takes no stop but while it reads', async () => {
    device.refusals.set(Command.STOP, 0x17)
    const reader = open({ rounds: 3 })
    await pass(2000)
    expect(device.polls).toBeGreaterThan(3)
    expect(reader.states()[0]).toMatchObject({ state: 'open', warning: undefined })
  })

  it('is asked for each round where the firmware knows no other way', async () => {
    open({ poll: 'single' })
    await pass(400)
    expect(device.polls).toBeGreaterThan(3)
    device.show({ epc: EPC })
    device.show({ epc: OTHER })
    await pass(200)
    expect(uids()).toEqual([EPC, OTHER])
  })

  it('speaks with the other delimiters', async () => {
    device = new EmulatedM100({ framing: 'aa-dd', timers: time.timers, roundMs: ROUND_MS })
    open({ framing: 'aa-dd' })
    await pass(400)
    device.show({ epc: EPC })
    await pass(40)
    expect(uids()).toEqual([EPC])
  })

  it('is read through garbage, and through frames that begin and do not end', async () => {
    const reader = open()
    await pass(400)
    device.garbage = Buffer.from('bb022200607e00bb', 'hex')
    for (const epc of [EPC, OTHER]) device.show({ epc })
    await pass(400)
    expect(uids()).toEqual([EPC, OTHER])
    expect(reader.states()[0]?.noise).toBeGreaterThan(0)
  })

  it('stops reading when the edge does', async () => {
    const reader = open()
    await pass(400)
    expect(device.isReading).toBe(true)
    await reader.stop()
    expect(device.isReading).toBe(false)
    expect(reader.states()[0]?.state).toBe('closed')
  })
})

describe('an M100 module that is in trouble', () => {
  it.each([
    [Command.REGION, 'refuses the region us: it does not know the command (error 17)'],
    [Command.POWER, 'refuses 26 dBm: it does not know the command (error 17)'],
    [Command.MULTI_POLL, 'refuses to read: it does not know the command (error 17)'],
  ])('is closed as long as it refuses command %i, and says why', async (command, fault) => {
    device.refusals.set(command, 0x17)
    const reader = open({ powerDbm: 26 })
    await pass(400)
    expect(reader.states()[0]).toMatchObject({ state: 'closed', error: `the module ${fault}` })
    device.refusals.clear()
    await pass(1000)
    expect(reader.states()[0]).toMatchObject({ state: 'open', error: undefined })
  })

  it('is closed when it does not answer, and open once it does', async () => {
    device.isMute = true
    const reader = open()
    await pass(2100)
    expect(reader.states()[0]?.state).toBe('closed')
    expect(reader.states()[0]?.error).toMatch(/^the module does not answer: .*baudRate and framing/)
    device.isMute = false
    await pass(1500)
    expect(reader.states()[0]).toMatchObject({ state: 'open', error: undefined })
  })

  it('is not open by the answer to something else that was asked', async () => {
    const answer = (command: number) =>
      encodeM100('bb-7e', { type: FrameType.ANSWER, command, params: [0] })
    device.garbage = Buffer.concat([answer(Command.POWER), answer(Command.VERSION)])
    device.refusals.set(Command.REGION, 0x17)
    const reader = open({ powerDbm: 26 })
    await pass(400)
    expect(reader.states()[0]?.error).toMatch(/^the module refuses the region us/)
  })

  it('counts a tag that fails a check of its own as noise', async () => {
    const reader = open()
    await pass(400)
    const broken = encodeM100('bb-7e', {
      type: FrameType.NOTICE,
      command: Command.SINGLE_POLL,
      params: Buffer.from('C9340030751FEB705C5904E3D50D713A76', 'hex'),
    })
    device.garbage = broken
    await pass(ROUND_MS)
    device.garbage = Buffer.alloc(0)
    expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 1 })
    expect(uids()).toEqual([])
  })

  it('is closed when it falls silent while it reads', async () => {
    const reader = open()
    await pass(400)
    device.isMute = true
    await pass(2500)
    expect(reader.states()[0]?.state).toBe('closed')
  })

  it('warns of what is wrong with a round, until nothing has been for a while', async () => {
    const reader = open()
    await pass(400)
    device.troubles.push(0x20, 0x20)
    await pass(400)
    const warning = 'it finds no free channel to transmit on (error 20)'
    expect(reader.states()[0]).toMatchObject({ state: 'open', warning })
    device.show({ epc: EPC })
    await pass(5000)
    expect(uids()).toEqual([EPC])
    expect(reader.states()[0]?.warning).toBe(warning)
    await pass(6000)
    expect(reader.states()[0]).toMatchObject({ state: 'open', warning: undefined })
    expect(context.logged.filter((said) => said === 'the reader warns')).toHaveLength(1)
  })
})

describe('the settings of an M100 module', () => {
  const faultOf = (settings: object) => {
    const config = { id: 'gate', type: 'm100', path: '/dev/ttyS0', ...settings }
    return M100ReaderConfig.safeParse(config).error?.issues[0]?.message
  }

  it('ask for the region, and list the regions', () => {
    const wanted = expect.stringContaining('(us, eu, korea, china-900, china-800)')
    expect(faultOf({})).toEqual(wanted)
    expect(faultOf({ region: 'mars' })).toEqual(wanted)
    expect(faultOf({ region: 'us' })).toBeUndefined()
  })

  it.each([
    [{ framing: 'bb' }, 'debe ser bb-7e o aa-dd, el primer y el último byte de sus tramas'],
    [{ powerDbm: 40 }, 'debe ser de 0 a 33 dBm'],
    [{ rounds: 0 }, 'debe ser un número entero de 1 a 65535'],
    [{ poll: 'never' }, 'debe ser "multi", o "single" para firmware que no lo tiene'],
  ])('are refused: %j', (settings, fault) => {
    expect(faultOf({ region: 'us', ...settings })).toBe(fault)
  })
})
