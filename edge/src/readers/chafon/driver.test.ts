import { beforeEach, describe, expect, it } from 'vitest'
import { createDeviceBench } from '../../testing/device-bench.ts'
import { EmulatedChafon } from '../../testing/emulators/chafon.ts'
import { ChafonReaderConfig } from './config.ts'
import { createChafonDriver } from './driver.ts'
import { CHAFON } from './frame.ts'

const EPC = 'E284361100001000094944AA'
const OTHER = 'E2003412012F1700A1B2C3D4'

let bench: ReturnType<typeof createDeviceBench>
let device: EmulatedChafon

beforeEach(() => {
  bench = createDeviceBench()
})

function open(variant: 'old' | 'new', settings: object = {}) {
  const config = ChafonReaderConfig.parse({
    id: 'gate',
    type: 'chafon',
    path: '/dev/ttyS0',
    variant,
    region: 'us',
    ...settings,
  })
  return bench.open(config, createChafonDriver(config), device)
}

describe('a reader with old firmware', () => {
  beforeEach(() => {
    device = new EmulatedChafon({ variant: 'old', timers: bench.time.timers })
  })

  it('is polled for its tags, however many frames they fill', async () => {
    const reader = open('old')
    await bench.pass(50)
    expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 0 })
    const tags = [EPC, OTHER, '0001', '300833B2DDD9014000000001', 'E200341201']
    for (const epc of tags) device.show({ epc })
    await bench.pass(100)
    expect(bench.uids()).toEqual(tags.filter((epc) => epc.length >= 5))
    expect(bench.context.reads[0]).not.toHaveProperty('rssi')
    const polls = device.inventories
    await bench.pass(100)
    expect(device.inventories).toBeGreaterThan(polls + 1)
    await reader.stop()
  })

  it('that reads by itself is read as it is, and is not switched', async () => {
    device.workMode[4] = 1
    const before = [...device.workMode]
    device.info[6] = 30
    const reader = open('old', { powerDbm: 25 })
    await bench.pass(50)
    expect(reader.states()[0]).toMatchObject({ state: 'open', warning: undefined })
    device.show({ epc: EPC })
    device.show({ epc: OTHER })
    expect(bench.context.reads.map(({ uid, rssi, antenna }) => [uid, rssi, antenna])).toEqual([
      [EPC, undefined, undefined],
      [OTHER, undefined, undefined],
    ])
    await bench.pass(30_000)
    expect(reader.states()[0]?.state).toBe('open')
    await reader.stop()
    expect(device.workMode).toEqual(before)
    expect(device.info[6]).toBe(25)
    expect(device.inventories).toBe(0)
  })

  it('that reads by itself and does not tell its band is read with a warning', async () => {
    device.workMode[4] = 1
    device.deafTo.add(CHAFON.READER_INFO)
    const reader = open('old')
    await bench.pass(3100)
    expect(reader.states()[0]).toMatchObject({
      state: 'open',
      warning: 'el lector lee por sí mismo y no dice su banda: no se puede comprobar',
    })
    device.show({ epc: EPC })
    expect(bench.uids()).toEqual([EPC])
    await reader.stop()
  })

  it('that reads by itself is closed in another region, and when it is gone', async () => {
    device.workMode[4] = 1
    const elsewhere = open('old', { region: 'eu' })
    await bench.pass(50)
    expect(elsewhere.states()[0]?.error).toContain('is set to region us')
    await elsewhere.stop()
    const reader = open('old')
    await bench.pass(50)
    device.isMute = true
    await bench.pass(8100)
    expect(reader.states()[0]?.state).toBe('closed')
    await reader.stop()
  })

  it('is asked again when an answer gets lost, and given up when three do', async () => {
    const reader = open('old')
    await bench.pass(50)
    device.losses = 2
    await bench.pass(4500)
    device.show({ epc: EPC })
    await bench.pass(100)
    expect(bench.uids()).toEqual([EPC])
    expect(bench.context.logged).not.toContain('wire lost, retrying')
    device.isMute = true
    await bench.pass(6100)
    expect(reader.states()[0]).toMatchObject({
      state: 'closed',
      error: 'the device gives no answer within 2000 ms',
    })
    device.isMute = false
    await bench.pass(3500)
    expect(reader.states()[0]?.state).toBe('open')
    await reader.stop()
  })

  it('is no reader with new firmware, and says so', async () => {
    const reader = open('new')
    await bench.pass(20)
    expect(reader.states()[0]?.error).toBe('the reader has no real-time mode; try variant "old"')
    await reader.stop()
  })

  it('warns while its antenna is away', async () => {
    const reader = open('old')
    device.refusals.set(CHAFON.INVENTORY, 0xf8)
    await bench.pass(50)
    expect(reader.states()[0]).toMatchObject({
      state: 'open',
      warning: 'the antenna is not connected',
    })
    // One of two antennas is missed in each other round: that is one fault, told of once.
    for (let i = 0; i < 5; i++) {
      device.refusals.clear()
      await bench.pass(100)
      device.refusals.set(CHAFON.INVENTORY, 0xf8)
      await bench.pass(100)
    }
    const warned = bench.context.logged.filter((line) => line === 'the reader warns')
    expect(warned).toHaveLength(1)
    device.refusals.clear()
    await bench.pass(10_200)
    expect(reader.states()[0]?.warning).toBeUndefined()
    await reader.stop()
  })
})

describe('a reader with new firmware', () => {
  beforeEach(() => {
    device = new EmulatedChafon({ variant: 'new', timers: bench.time.timers })
  })

  it('tells its tags with antenna and strength, and is left not reading', async () => {
    const reader = open('new', { antennas: { 2: 'salida' } })
    await bench.pass(20)
    expect(reader.states().map(({ state }) => state)).toEqual(['open', 'open'])
    device.show({ epc: EPC, rssi: -61 })
    device.show({ epc: OTHER, antenna: 2 })
    expect(bench.context.reads).toMatchObject([
      { reader: 'gate', uid: EPC, antenna: 1, rssi: -61 },
      { reader: 'salida', uid: OTHER, antenna: 2 },
    ])
    await reader.stop()
    expect(device.isReading).toBe(false)
  })

  it('that an edge before this one left reading is set up all the same', async () => {
    device.isReading = true
    device.info[6] = 30
    const reader = open('new', { powerDbm: 25 })
    await bench.pass(20)
    expect(reader.states()[0]?.state).toBe('open')
    expect(device.info[6]).toBe(25)
    await reader.stop()
  })

  it('is not silent as long as its heart beats, and starts again when it does not', async () => {
    const reader = open('new', { silentAfterMs: 3000 })
    await bench.pass(20_000)
    expect(reader.states()[0]?.state).toBe('open')
    device.restart()
    await bench.pass(4000)
    expect(reader.states()[0]?.state).toBe('silent')
    await bench.pass(7000)
    expect(device.isReading).toBe(true)
    expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 0 })
    expect(bench.context.logged).not.toContain('wire lost, retrying')
    await reader.stop()
  })

  it('is closed when it is mute, and comes back', async () => {
    const reader = open('new')
    await bench.pass(20)
    device.isMute = true
    await bench.pass(13_100)
    expect(reader.states()[0]?.state).toBe('closed')
    device.isMute = false
    await bench.pass(4000)
    expect(reader.states()[0]?.state).toBe('open')
    await reader.stop()
  })

  it('is no reader with old firmware, and says so', async () => {
    const reader = open('old')
    await bench.pass(20)
    expect(reader.states()[0]?.error).toContain('try variant "new"')
    await reader.stop()
  })

  it('does not read in a region that the configuration does not tell', async () => {
    const reader = open('new', { region: 'eu' })
    await bench.pass(20)
    expect(reader.states()[0]).toMatchObject({
      state: 'closed',
      error: 'the reader is set to region us, the configuration says eu',
    })
    expect(device.isReading).toBe(false)
    await reader.stop()
  })

  it('is heard among others on its line, and none of them for it', async () => {
    const reader = open('new')
    await bench.pass(20)
    device.address = 7
    device.show({ epc: OTHER })
    device.address = 0
    device.show({ epc: EPC })
    expect(bench.uids()).toEqual([EPC])
    expect(reader.states()[0]?.noise).toBe(1)
    await reader.stop()
  })
})

it('gets its variant and region from the configuration, which names the choices', () => {
  const base = { id: 'gate', type: 'chafon', path: '/dev/ttyS0' }
  const faults = ChafonReaderConfig.safeParse(base).error?.issues
  expect(faults?.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    expect.stringMatching(/^variant debe ser "old" .* o "new"/),
    expect.stringMatching(/^region debe ser un país .* \(us, korea, china, eu, custom\)$/),
  ])
})

it('refuses names of antennas for the firmware that tells none', () => {
  const reader = { id: 'gate', type: 'chafon', path: '/dev/ttyS0', region: 'us' }
  const named = { ...reader, antennas: { 1: 'entrada' } }
  expect(ChafonReaderConfig.safeParse({ ...named, variant: 'new' }).success).toBe(true)
  const [fault] = ChafonReaderConfig.safeParse({ ...named, variant: 'old' }).error?.issues ?? []
  expect(fault?.path).toEqual(['antennas'])
  expect(fault?.message).toContain('va con variant "new"')
})
