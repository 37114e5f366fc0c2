import { beforeEach, expect, it } from 'vitest'
import { createDeviceBench } from '../../testing/device-bench.ts'
import { EmulatedThingMagic } from '../../testing/emulators/thingmagic.ts'
import { hex } from '../../testing/framing-checks.ts'
import { startCommand } from './commands.ts'
import { ThingMagicReaderConfig } from './config.ts'
import { createThingMagicDriver } from './driver.ts'
import { OPCODE, STATUS, thingMagicCommand } from './frame.ts'

const EPC = '000000000000000000001545'
const base = {
  id: 'gate',
  type: 'thingmagic',
  path: '/dev/ttyS0',
  region: 'north-america',
  powerDbm: 5,
}

let bench: ReturnType<typeof createDeviceBench>
let device: EmulatedThingMagic

beforeEach(() => {
  bench = createDeviceBench()
  device = new EmulatedThingMagic(bench.time)
})

function open(settings: object = {}) {
  const config = ThingMagicReaderConfig.parse({ ...base, ...settings })
  return bench.open(config, createThingMagicDriver(config), device)
}

it('sets region and power, and tells tags with strength, count and antenna', async () => {
  const reader = open()
  await bench.pass(20)
  expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 0 })
  expect(device).toMatchObject({ region: 0x0d, centiDbm: 500, isReading: true })
  device.show({ epc: EPC, rssi: -48 })
  expect(bench.context.reads).toEqual([
    { reader: 'gate', uid: EPC, mono: bench.time.monotonic(), antenna: 1, rssi: -48, count: 1 },
  ])
  await reader.stop()
  expect(device.isReading).toBe(false)
})

it('tells how long ago a tag was read, from the keep-alive that it counts from', async () => {
  const reader = open()
  await bench.pass(3500)
  device.show({ epc: EPC, ageMs: 120 })
  device.show({ epc: EPC })
  expect(bench.context.reads.map(({ ageMs }) => ageMs)).toEqual([120, undefined])
  await reader.stop()
})

it('tells no age when the keep-alive was lost that the module counts from', async () => {
  const reader = open()
  await bench.pass(900)
  device.isMute = true
  await bench.pass(1900)
  device.isMute = false
  device.show({ epc: EPC })
  expect(bench.context.reads[0]).not.toHaveProperty('ageMs')
  await reader.stop()
})

it('warns of heat and return loss while the module tells of them, and reads on', async () => {
  const reader = open()
  await bench.pass(20)
  device.faults.add(STATUS.TOO_HOT).add(STATUS.RETURN_LOSS)
  await bench.pass(1000)
  expect(reader.states()[0]).toMatchObject({
    state: 'open',
    warning:
      'the module is too hot and pauses; the antenna sends its power back: look at it and its cable',
  })
  device.show({ epc: EPC })
  expect(bench.uids()).toEqual([EPC])
  device.faults.delete(STATUS.TOO_HOT)
  await bench.pass(10_000)
  expect(reader.states()[0]?.warning).toMatch(/^the antenna sends/)
  device.faults.clear()
  await bench.pass(10_000)
  expect(reader.states()[0]?.warning).toBeUndefined()
  await reader.stop()
})

it('asks for the temperature where it is to warn of it', async () => {
  device.celsius = 70
  const reader = open({ warnAboveC: 70 })
  await bench.pass(3000)
  expect(reader.states()[0]?.warning).toBeUndefined()
  device.celsius = 71
  await bench.pass(1000)
  expect(reader.states()[0]?.warning).toBe('the module is hotter than 70 °C')
  device.celsius = 60
  await bench.pass(10_000)
  expect(reader.states()[0]).toMatchObject({ warning: undefined, noise: 0 })
  await reader.stop()
})

it('stops and sets up a module that an edge before this one left reading', async () => {
  device.region = 0x08
  device.isReading = true
  const reader = open({ powerDbm: 12.5 })
  await bench.pass(20)
  expect(reader.states()[0]?.state).toBe('open')
  expect(device).toMatchObject({ region: 0x0d, centiDbm: 1250 })
  await reader.stop()
})

it('is silent without keep-alives, then sets the module up anew', async () => {
  const reader = open({ silentAfterMs: 2500 })
  await bench.pass(10_000)
  expect(reader.states()[0]?.state).toBe('open')
  device.restart()
  device.region = null
  await bench.pass(2600)
  expect(reader.states()[0]?.state).toBe('silent')
  await bench.pass(5000)
  expect(reader.states()[0]?.state).toBe('open')
  expect(device).toMatchObject({ region: 0x0d, isReading: true })
  await reader.stop()
})

it('is closed with the reason when the module refuses a setting', async () => {
  device.refusals.set(OPCODE.SET_REGION, 0x0105)
  const reader = open()
  await bench.pass(20)
  expect(reader.states()[0]).toMatchObject({
    state: 'closed',
    error: 'the module refuses the region north-america (status 0105)',
  })
  await reader.stop()
})

it('sends what the library of its maker sends', () => {
  expect(startCommand(false)).toEqual(
    hex('FF 10 2F 00 00 01 22 00 00 05 07 22 10 00 1B 03 E8 01 FF DD 2B'),
  )
  expect(thingMagicCommand(OPCODE.SET_OPTION, [1, 0x0c, 0])).toEqual(hex('FF 03 9A 01 0C 00 A3 5D'))
})

it('gets region and power from the configuration, which names the regions', () => {
  const issues = ThingMagicReaderConfig.safeParse({ ...base, region: 'eu', powerDbm: undefined })
  expect(issues.error?.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining('europe, korea'),
    expect.stringContaining('dBm de 0 a 27'),
  ])
})
