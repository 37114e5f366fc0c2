// Frames of field notes of an Ethernet reader «UHF Prime», a TCP capture, a hand reader's driver and a
// CF600's probe. Every CRC was calculated again.
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDeviceBench } from '../../testing/device-bench.ts'
import {
  EmulatedChafonCf,
  type EmulatedChafonCfOptions,
  tagData,
} from '../../testing/emulators/chafon-cf.ts'
import { checkFraming, cutFrames, hex } from '../../testing/framing-checks.ts'
import { reflectedCrc16 } from '../device/crc16.ts'
import { COUNTRY_RULES } from '../region/country-bands.ts'
import { ChafonCfReaderConfig } from './config.ts'
import { createChafonCfDriver } from './driver.ts'
import { CF, CF_SHAPE, cfFrame, cfTag } from './frame.ts'

const TAG = hex('CF 00 00 01 12 00 FD 8A 01 00 0C E2 80 69 15 00 00 40 20 ED 96 48 B3 50 57')
const NO_TAG = hex('CF 00 00 01 01 12 42 1D')
const PARAMETERS = hex(
  'CF 00 00 72 1A 00 00 00 01 80 04 00 01 01 03 86 02 EE 01 F4 31 21 01 04 00 00 0C 00 03 01 05 2C 68',
)
const ANSWERS = ['CF 00 00 02 01 00 9E EA', 'CF 00 00 53 01 00 47 D5', 'CF 00 00 71 01 00 F1 56']
const ANSWER_MODE = '00 00 00 80 04 00 01 01 03 86 02 EE 01 F4 31 21 01 04 00 00 0C 00 03 00 05'
const EPC = 'E280691500004020ED9648B3'
const OTHER = 'E2003412012F1700A1B2C3D4'

describe('frames', () => {
  it('are cut whole, split, joined and after garbage, and refused with any bit wrong', () => {
    checkFraming(CF_SHAPE, [TAG, NO_TAG, PARAMETERS, ...ANSWERS.map(hex)])
  })

  it.each([
    ['what it is', 'CF FF 00 70 00 24 15', 0x0070, ''],
    ['its parameters', 'CF FF 00 72 00 17 A5', CF.GET_PARAMETERS, ''],
    ['to stop', 'CF FF 00 02 00 E7 61', CF.STOP, ''],
    ['to read until stopped', 'CF FF 00 01 05 00 00 00 00 00 F5 B5', CF.INVENTORY, '0000000000'],
    ['for three rounds', 'CF FF 00 01 05 01 00 00 00 03 CC 6A', CF.INVENTORY, '0100000003'],
    ['for 26 dBm', 'CF FF 00 53 02 1A 00 FB C8', CF.SET_POWER, '1A00'],
    ['for answer mode', `CF FF 00 71 19 ${ANSWER_MODE} F6 81`, CF.SET_PARAMETERS, ANSWER_MODE],
  ])('that ask %s are those of the notes', (_, bytes, command, data) => {
    expect(cfFrame(0xff, command, [...hex(data)])).toEqual(hex(bytes))
    const all = hex(bytes)
    expect(reflectedCrc16(all, 0, all.length - 2)).toBe(all.readUInt16BE(all.length - 2))
  })

  it('are found behind the two zeros that one on Ethernet begins with', () => {
    expect(cutFrames(CF_SHAPE, [hex('00 00'), TAG])).toMatchObject({ frames: [{}], noise: 1 })
  })

  it('are found in a frame that lost bytes: of a failed check one byte is dropped', () => {
    for (let cut = 1; cut < TAG.length; cut++) {
      const { frames } = cutFrames(CF_SHAPE, [TAG.subarray(0, cut), TAG, Buffer.alloc(524)])
      expect(frames, `cut at ${cut}`).toHaveLength(1)
    }
  })

  it('of tags that are full of headers are read, however they are mixed with another reader’s bytes', () => {
    const epc = fc.array(fc.constantFrom(0xcf, 0x00, 0x01, 0x12, 0xff), {
      minLength: 12,
      maxLength: 12,
    })
    const others = fc.uint8Array({ maxLength: 40 })
    fc.assert(
      fc.property(fc.array(fc.tuple(epc, others), { minLength: 1, maxLength: 8 }), (parts) => {
        const tags = parts.map(([bytes]) => Buffer.from(bytes).toString('hex').toUpperCase())
        const bytes = parts.flatMap(([, between], i) => [
          Buffer.from(between),
          Buffer.alloc(262),
          cfFrame(0, CF.INVENTORY, tagData({ epc: tags[i] ?? '' })),
        ])
        const found = cutFrames(CF_SHAPE, bytes).frames.map(cfTag)
        expect(found.map((tag) => (typeof tag === 'object' ? tag.uid : tag))).toEqual(tags)
      }),
      { seed: 28, numRuns: runs(200) },
    )
  })
})

describe('the answer to an inventory', () => {
  const told = (data: string) => cfTag({ address: 0, command: CF.INVENTORY, data: hex(data) })

  it('is a tag with its antenna, and RSSI in tenths of a dBm', () => {
    const [frame] = cutFrames(CF_SHAPE, [TAG]).frames
    expect(frame && cfTag(frame)).toEqual({ uid: EPC, antenna: 1, rssi: -63 })
    expect(told('00 FD 8B 04 10 02 AB CD')).toEqual({ uid: 'ABCD', antenna: 4, rssi: -62.9 })
  })

  it('is nothing at the end of a round, and where it is only taken', () => {
    expect(told('12')).toBe('nothing')
    expect(told('00')).toBe('nothing')
  })

  it('is no tag where a hand reader has read a barcode: RSSI, antenna and channel are 0', () => {
    expect(told('00 00 00 00 00 04 37 35 30 31')).toBe('no tag')
    expect(told('00 00 00 01 00 02 AB CD')).toMatchObject({ uid: 'ABCD', rssi: 0 })
  })

  it('is not made up from lengths that lie', () => {
    for (let length = 0; length < 256; length++) {
      if (length === 2) continue
      const lie = length.toString(16).padStart(2, '0')
      expect(told(`00 FD 8A 01 00 ${lie} AB CD`)).toBe('no tag')
    }
    expect(told('00 FD')).toBe('no tag')
  })
})

describe('a reader', () => {
  let bench: ReturnType<typeof createDeviceBench>
  let device: EmulatedChafonCf

  beforeEach(() => {
    bench = createDeviceBench()
    emulate()
  })

  function emulate(options: EmulatedChafonCfOptions = {}) {
    device = new EmulatedChafonCf({ timers: bench.time.timers, ...options })
  }

  function open(settings: object = {}) {
    const config = ChafonCfReaderConfig.parse({
      id: 'gate',
      type: 'chafon_cf',
      path: '/dev/ttyS0',
      region: 'us',
      ...settings,
    })
    return bench.open(config, createChafonCfDriver(config), device)
  }

  it('in answer mode is told to read, and to stop at the end', async () => {
    const reader = open({ antennas: { 2: 'salida' } })
    await bench.pass(50)
    expect(reader.states().map(({ state }) => state)).toEqual(['open', 'open'])
    device.show({ epc: EPC, rssi: -61.5 })
    device.show({ epc: OTHER, antenna: 2 })
    await bench.pass(50)
    expect(bench.context.reads).toMatchObject([
      { reader: 'gate', uid: EPC, antenna: 1, rssi: -61.5 },
      { reader: 'salida', uid: OTHER, antenna: 2 },
    ])
    await reader.stop()
    expect(device.isReading).toBe(false)
  })

  it.each([true, false])(
    'that ends rounds without a tag: %s, reads on and shows no fault',
    async (endsRounds) => {
      emulate({ endsRounds })
      const reader = open()
      await bench.pass(5000)
      device.show({ epc: EPC })
      await bench.pass(200)
      expect(bench.uids()).toEqual([EPC])
      expect(reader.states()[0]).toMatchObject({
        state: 'open',
        error: undefined,
        warning: undefined,
      })
      // The two zeros at the beginning.
      expect(reader.states()[0]?.noise).toBe(1)
      await reader.stop()
    },
  )

  it('in active mode is read as it is, and goes on when the edge stops', async () => {
    device.mode = 1
    const reader = open({ powerDbm: 33 })
    await bench.pass(20)
    expect(reader.states()[0]?.state).toBe('open')
    device.show({ epc: EPC })
    expect(bench.uids()).toEqual([EPC])
    await bench.pass(20_000)
    await reader.stop()
    expect(new Set(device.obeyed)).toEqual(new Set([CF.GET_PARAMETERS]))
  })

  it('is given power and antennas where they differ, and keeps what else it is set to', async () => {
    const before = Buffer.from(device.parameters)
    const reader = open({ powerDbm: 26, useAntennas: [1, 3] })
    await bench.pass(50)
    expect(reader.states()[0]?.state).toBe('open')
    before[6] = 0b101
    before[15] = 26
    expect(device.parameters).toEqual(before)
    const settings = device.obeyed.filter(
      (one) => one === CF.SET_POWER || one === CF.SET_PARAMETERS,
    )
    expect(settings).toEqual([CF.SET_POWER, CF.SET_PARAMETERS])
    await reader.stop()
    const again = open({ powerDbm: 26, useAntennas: [3, 1] })
    await bench.pass(50)
    expect(device.obeyed.filter((one) => one === CF.SET_PARAMETERS)).toHaveLength(1)
    await again.stop()
  })

  it.each([
    [CF.SET_POWER, 'the reader refuses 26 dBm (status 01)'],
    [CF.SET_PARAMETERS, 'the reader refuses the antennas 2 (status 01)'],
    [CF.INVENTORY, 'the reader refuses to read (status 01)'],
    [CF.GET_PARAMETERS, 'the reader refuses to tell its parameters (status 01)'],
  ])('that refuses the command %d is closed, and says what', async (command, error) => {
    device.refusals.set(command, 1)
    const reader = open({ powerDbm: 26, useAntennas: [2] })
    await bench.pass(100)
    expect(reader.states()[0]).toMatchObject({ state: 'closed', error })
    await reader.stop()
  })

  it.each(['mx', 'us', '902-928', 'custom'])(
    'reads where region %s allows its band',
    async (region) => {
      const reader = open({ region })
      await bench.pass(50)
      expect(reader.states()[0]?.state).toBe('open')
      await reader.stop()
    },
  )

  it.each(['eu', 'co', '915-928'])('does not read beside the band of region %s', async (region) => {
    const reader = open({ region })
    await bench.pass(50)
    expect(reader.states()[0]).toMatchObject({
      state: 'closed',
      error: `the reader is set to region 902.75-927.25 MHz, the configuration says ${region}`,
    })
    expect(device.obeyed).not.toContain(CF.INVENTORY)
    await reader.stop()
  })

  it('that an edge before this one left reading is stopped and set up', async () => {
    device.isReading = true
    const reader = open()
    await bench.pass(3200)
    expect(reader.states()[0]?.state).toBe('open')
    device.show({ epc: EPC })
    await bench.pass(100)
    expect(bench.uids()).toEqual([EPC])
    await reader.stop()
  })

  it('that has started anew is told to read again', async () => {
    const reader = open()
    await bench.pass(100)
    device.restart()
    await bench.pass(1200)
    expect(device.isReading).toBe(true)
    expect(bench.context.logged).not.toContain('wire lost, retrying')
    await reader.stop()
  })

  it.each([0, 1] as const)('in mode %d is closed when it is mute, and comes back', async (mode) => {
    device.mode = mode
    const reader = open()
    await bench.pass(100)
    expect(reader.states()[0]?.state).toBe('open')
    device.isMute = true
    await bench.pass(10_000)
    expect(reader.states()[0]).toMatchObject({
      state: 'closed',
      error: 'the device gives no answer within 1000 ms',
    })
    device.isMute = false
    await bench.pass(10_000)
    expect(reader.states()[0]?.state).toBe('open')
    await reader.stop()
  })

  it('warns of a fault that it reports, until it reads', async () => {
    device.refusals.set(CF.INVENTORY, 0x14)
    const reader = open()
    await bench.pass(100)
    expect(reader.states()[0]).toMatchObject({
      state: 'open',
      warning: 'the reader reports a fault (status 14)',
    })
    device.refusals.clear()
    await bench.pass(100)
    expect(reader.states()[0]?.warning).toBeUndefined()
    await reader.stop()
  })

  it('is heard among others on its line, and none of them for it', async () => {
    device.address = 7
    const reader = open({ address: 7 })
    await bench.pass(50)
    device.address = 8
    device.say(CF.INVENTORY, tagData({ epc: OTHER }))
    device.address = 7
    device.say(CF.INVENTORY, tagData({ epc: EPC }))
    expect(bench.uids()).toEqual([EPC])
    await reader.stop()
  })
})

it.each([
  [
    {},
    `region debe ser un país (${Object.keys(COUNTRY_RULES).join(', ')}), una banda como "902-928" o una región del lector (us, eu, china, korea, custom)`,
  ],
  [{ region: 'us', powerDbm: 34 }, 'powerDbm debe ser un número entero de dBm, de 0 a 33'],
  [
    { region: 'us', useAntennas: [9] },
    'useAntennas.0 debe ser una lista de antenas de 1 a 8, por ejemplo [1, 2]',
  ],
  [
    { region: 'us', useAntennas: [1], antennas: { 2: 'salida' } },
    'antennas nombra una antena que useAntennas deja fuera',
  ],
])('is not configured with %j', (settings, fault) => {
  const config = { id: 'gate', type: 'chafon_cf', path: '/dev/ttyS0', ...settings }
  const [issue] = ChafonCfReaderConfig.safeParse(config).error?.issues ?? []
  expect(`${issue?.path.join('.')} ${issue?.message}`).toBe(fault)
})
