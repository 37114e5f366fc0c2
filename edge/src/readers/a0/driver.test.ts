import { beforeEach, expect, it } from 'vitest'
import { createDeviceBench } from '../../testing/device-bench.ts'
import { EmulatedA0 } from '../../testing/emulators/a0.ts'
import { A0ReaderConfig } from './config.ts'
import { createA0Driver } from './driver.ts'
import { A0, a0Frame } from './frame.ts'

const EPC = '300833B2DDD9014000000001'
const OTHER = 'E2003412012F1700A1B2C3D4'
const base = { id: 'gate', type: 'a0', path: '/dev/ttyS0', region: 'fcc' }

let bench: ReturnType<typeof createDeviceBench>
let device: EmulatedA0

beforeEach(() => {
  bench = createDeviceBench()
  device = new EmulatedA0({ timers: bench.time.timers })
})

function open(settings: object = {}) {
  const config = A0ReaderConfig.parse({ ...base, ...settings })
  return bench.open(config, createA0Driver(config), device)
}

it('asks the antennas that have names in turn, and each has its tags', async () => {
  const reader = open({ antennas: { 1: 'entrada', 2: 'salida', 4: 'patio' }, powerDbm: 27 })
  await bench.pass(10)
  expect(reader.states().map(({ id, state }) => `${id} ${state}`)).toEqual([
    'gate open',
    'entrada open',
    'salida open',
    'patio open',
  ])
  expect(device.powerDbm).toBe(27)
  device.show({ epc: EPC, rssi: -70 })
  device.show({ epc: EPC, antenna: 2 })
  device.show({ epc: OTHER, antenna: 4 })
  await bench.pass(200)
  expect(bench.context.reads).toMatchObject([
    { reader: 'entrada', uid: EPC, antenna: 1, rssi: -70 },
    { reader: 'salida', uid: EPC, antenna: 2, rssi: -74 },
    { reader: 'patio', uid: OTHER, antenna: 4 },
  ])
  expect(device.rounds.slice(0, 5)).toEqual([1, 2, 4, 1, 2])
  await reader.stop()
})

it('reads antenna 1 again and again when none has a name', async () => {
  const reader = open()
  await bench.pass(200)
  expect(device.rounds.length).toBeGreaterThan(3)
  expect(new Set(device.rounds)).toEqual(new Set([1]))
  await reader.stop()
})

it('goes on with the other antennas while one is away, and warns as long as it is', async () => {
  device.faults.set(2, 0x22)
  device.faults.set(3, 0x21)
  const reader = open({ antennas: { 1: 'entrada', 2: 'salida', 3: 'patio' } })
  await bench.pass(200)
  expect(reader.states()[0]).toMatchObject({
    state: 'open',
    warning: 'antenna 2 is not connected, antenna 3 cannot read (code 21)',
  })
  device.show({ epc: EPC })
  device.faults.clear()
  await bench.pass(200)
  expect(bench.uids()).toEqual([EPC])
  expect(reader.states()[0]?.warning).toBeUndefined()
  await reader.stop()
})

it('asks again when an answer gets lost, and gives up when three do', async () => {
  const reader = open()
  await bench.pass(50)
  device.losses = 2
  await bench.pass(6500)
  device.show({ epc: EPC })
  await bench.pass(100)
  expect(bench.uids()).toEqual([EPC])
  expect(bench.context.logged).not.toContain('wire lost, retrying')
  device.isMute = true
  await bench.pass(10_000)
  expect(reader.states()[0]?.state).toBe('closed')
  device.isMute = false
  await bench.pass(5000)
  expect(reader.states()[0]?.state).toBe('open')
  await reader.stop()
})

it('does not take what another reader on the line says', async () => {
  const reader = open()
  await bench.pass(50)
  device.address = 9
  device.say(A0.REAL_TIME_INVENTORY, [0x8c, 0x10, 0, 0xab, 0xcd, 0xef, 0x01, 60])
  device.address = 1
  expect(bench.uids()).toEqual([])
  expect(reader.states()[0]?.noise).toBe(1)
  await reader.stop()
})

it('does not read in a region that the configuration does not tell', async () => {
  const reader = open({ region: 'etsi' })
  await bench.pass(20)
  expect(reader.states()[0]).toMatchObject({
    state: 'closed',
    error: 'the reader is set to region fcc, the configuration says etsi',
  })
  expect(device.rounds).toEqual([])
  await reader.stop()
})

it('reads in a band of its own where the configuration tells that', async () => {
  device.region = [0x04, 10, 20, 0x0d, 0xc5, 0x32]
  const reader = open({ region: 'custom' })
  await bench.pass(20)
  expect(reader.states()[0]?.state).toBe('open')
  await reader.stop()
})

it('is closed when it refuses its power', async () => {
  device.refusals.set(A0.SET_TEMPORARY_POWER, 0x48)
  const reader = open({ powerDbm: 33 })
  await bench.pass(20)
  expect(reader.states()[0]?.error).toBe('the reader refuses 33 dBm (code 48)')
  await reader.stop()
})

it('finds its answers among noise before each', async () => {
  device.garbage = Buffer.from([0xa0, 0x03, 0x01, ...a0Frame(1, A0.VERSION).subarray(0, 3)])
  const reader = open()
  device.show({ epc: EPC })
  await bench.pass(200)
  expect(bench.uids()).toEqual([EPC])
  await reader.stop()
})

it('gets its region from the configuration, and antennas that it has', () => {
  const faults = (config: object) =>
    A0ReaderConfig.safeParse(config).error?.issues.map(({ path }) => path.join('.'))
  expect(faults({ ...base, region: undefined })).toEqual(['region'])
  expect(faults({ ...base, antennas: { 5: 'far' } })).toEqual(['antennas'])
  expect(faults({ ...base, powerDbm: 34 })).toEqual(['powerDbm'])
})
