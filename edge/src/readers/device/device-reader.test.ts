import { beforeEach, describe, expect, it } from 'vitest'
import { DeviceError } from '../../device-error.ts'
import { createManualTime } from '../../testing/manual-time.ts'
import { readerContext } from '../../testing/reader-context.ts'
import type { ByteLink, LinkEvents } from '../link/byte-link.ts'
import type { DeviceDriver, DriverTag } from './device-driver.ts'
import { createDeviceReader } from './device-reader.ts'
import type { CoreConfig } from './reader-core.ts'

type Frame = DriverTag | 'pong' | 'noise'

let time: ReturnType<typeof createManualTime>
let context: ReturnType<typeof readerContext>
let device: LinkEvents
let calls: string[]
let fault: DeviceError | null

beforeEach(() => {
  time = createManualTime({ mono: 1000 })
  context = readerContext({ monotonic: time.monotonic, timers: time.timers })
  calls = []
  fault = null
})

const link: ByteLink = {
  start: () => device.onOpen(),
  stop: async () => void calls.push('stop'),
  send: (bytes) => void calls.push(Buffer.from(bytes).toString()),
  error: () => fault,
  ready: () => (fault = null),
  dataReceived: () => void calls.push('heard'),
  drop(cause) {
    fault = new DeviceError(cause.message)
    calls.push(`drop: ${cause.message}`)
    device.onLost()
  },
}

/** Its frames are JSON, one a chunk. */
const passive: DeviceDriver<Frame> = {
  createParser: (output) => ({
    push(chunk) {
      const frame = JSON.parse(Buffer.from(chunk).toString()) as Frame
      if (frame === 'noise') output.onNoise()
      else output.onFrame(frame)
    },
    reset: () => calls.push('reset'),
  }),
  take: (frame, output) => typeof frame === 'object' && output.emit(frame),
}
const asked: DeviceDriver<Frame> = {
  ...passive,
  async run(io, signal) {
    await io.request(Buffer.from('ping'), (frame) => frame === 'pong', 500)
    io.ready()
    try {
      while (!signal.aborted) await io.sleep(100)
    } finally {
      if (signal.aborted) io.send(Buffer.from('bye'))
    }
  },
}

function open(driver: DeviceDriver<Frame>, settings: Partial<CoreConfig> = {}) {
  const config = { id: 'gate', type: 'made-up', ...settings }
  const reader = createDeviceReader(config, context, driver, {
    where: 'wire',
    open: (_, events) => {
      device = events
      return link
    },
  })
  reader.start()
  return reader
}
const arrives = (frame: Frame) => device.onData(Buffer.from(JSON.stringify(frame)))
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const tag = (extra: Partial<DriverTag> = {}): DriverTag => ({ uid: 'E2003412', ...extra })

describe('a device that is not asked', () => {
  it('is open with its link, and silent when no tag comes, whatever else does', () => {
    const reader = open(passive, { silentAfterMs: 1000 })
    expect(reader.states()).toMatchObject([{ id: 'gate', state: 'open', path: 'wire' }])
    time.advance(900)
    arrives('noise')
    time.advance(100)
    expect(reader.states()).toMatchObject([{ state: 'silent', noise: 1 }])
    arrives(tag())
    expect(reader.states()[0]?.state).toBe('open')
    expect(context.reads).toEqual([{ reader: 'gate', uid: 'E2003412', mono: 2000 }])
  })

  it('has a reader of its own for each antenna with a name, with its own silence', () => {
    const reader = open(passive, { silentAfterMs: 1000, antennas: { 1: 'in', 2: 'out' } })
    time.advance(600)
    for (const antenna of [1, 3]) arrives(tag({ antenna, rssi: -50, count: 2, ageMs: 7 }))
    expect(context.reads.map(({ reader: id, antenna }) => [id, antenna])).toEqual([
      ['in', 1],
      ['gate', 3],
    ])
    expect(context.reads[0]).toMatchObject({ rssi: -50, count: 2, ageMs: 7 })
    time.advance(400)
    const states = reader.states().map(({ id, state }) => `${id} ${state}`)
    expect(states).toEqual(['gate open', 'in open', 'out silent'])
  })

  it('drops a read that its own stamp shows to be one that it told before', () => {
    open(passive)
    for (const stamp of ['t1', 't1', 't2', undefined, undefined]) arrives(tag({ stamp }))
    arrives(tag({ stamp: 't1', antenna: 2 }))
    expect(context.reads).toHaveLength(5)
  })

  it.each([
    ['epc', '3C00CE754C', undefined, '3C00CE754C'],
    ['decimal', '3C00CE754C', undefined, '0013530444'],
    ['decimal', '4500C5D1E9', undefined, '0012964329'],
    ['decimal', 'TEST-001', undefined, 'TEST-001'],
    ['tid', '3C00CE754C', 'e2801170200014cd', 'E2801170200014CD'],
    ['tid', '3C00CE754C', undefined, null],
    ['epc', 'card removed', undefined, null],
  ] as const)('names a tag by %s: %s %s', (setting, uid, tid, wanted) => {
    const reader = open(passive, { uid: setting })
    arrives({ uid, tid })
    expect(context.reads.map((read) => read.uid)).toEqual(wanted === null ? [] : [wanted])
    expect(reader.states()[0]?.noise).toBe(wanted === null ? 1 : 0)
  })

  it('takes no time before now and none that is no number', () => {
    open({
      ...passive,
      take(_, output) {
        for (const ageMs of [-1, Number.NaN, Number.POSITIVE_INFINITY, 0]) {
          output.emit(tag({ ageMs }))
        }
      },
    })
    arrives('pong')
    expect(context.reads).toHaveLength(4)
    expect(context.reads.filter((read) => 'ageMs' in read)).toEqual([])
  })
})

describe('a device that is asked', () => {
  it('is open once its driver says so, and silent when it gives no answer', async () => {
    const reader = open(asked, { silentAfterMs: 1000, antennas: { 1: 'in' } })
    expect(reader.states()[0]?.state).toBe('closed')
    arrives('pong')
    await settle()
    expect(reader.states().map(({ state }) => state)).toEqual(['open', 'open'])
    time.advance(900)
    arrives('pong')
    time.advance(900)
    expect(reader.states()[0]?.state).toBe('open')
    time.advance(100)
    expect(reader.states().map(({ state }) => state)).toEqual(['silent', 'silent'])
  })

  it('is dropped when it does not answer, and asked anew on the next connection', async () => {
    const reader = open(asked)
    time.advance(500)
    await settle()
    expect(calls).toContain('drop: the device gives no answer within 500 ms')
    expect(reader.states()[0]).toMatchObject({ state: 'closed', error: expect.any(String) })
    device.onOpen()
    arrives('pong')
    await settle()
    expect(reader.states()[0]).toMatchObject({ state: 'open', error: undefined })
    expect(calls.filter((call) => call === 'ping')).toHaveLength(2)
  })

  it('takes no frame for an answer that came before the question, or after the connection', async () => {
    open(asked)
    device.onLost()
    arrives('pong')
    await settle()
    device.onOpen()
    await settle()
    expect(calls).not.toContain('heard')
  })

  it('says good-bye to no other that has taken its place', async () => {
    open(asked)
    arrives('pong')
    await settle()
    device.onLost()
    device.onOpen()
    await settle()
    expect(calls.filter((call) => call === 'ping' || call === 'bye')).toEqual(['ping', 'ping'])
  })

  it('says good-bye at a stop, before its link goes', async () => {
    const reader = open(asked)
    arrives('pong')
    await settle()
    await reader.stop()
    expect(calls.filter((call) => call === 'bye' || call === 'stop')).toEqual(['bye', 'stop'])
    expect(reader.states()[0]?.state).toBe('closed')
  })

  it('whose driver throws at a frame reads on, and tells of it once a connection', () => {
    const throws: DeviceDriver<Frame> = {
      ...passive,
      take(frame, output) {
        if (frame === 'pong') throw new Error('no such frame')
        passive.take(frame, output)
      },
    }
    const reader = open(throws)
    for (let i = 0; i < 3; i++) arrives('pong')
    arrives({ uid: 'AABBCCDD' })
    expect(context.reads.map(({ uid }) => uid)).toEqual(['AABBCCDD'])
    expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 3 })
    const failed = 'the driver failed at what the device sent'
    expect(context.logged.filter((line) => line === failed)).toHaveLength(1)
  })

  it('that warns goes on, and the warning goes with the connection', async () => {
    const warns: DeviceDriver<Frame> = {
      ...passive,
      take: (_, output) => output.warn('too hot'),
    }
    const reader = open(warns)
    const before = context.changes
    arrives('pong')
    arrives('pong')
    expect(reader.states()[0]).toMatchObject({ state: 'open', warning: 'too hot' })
    expect(context.changes).toBe(before + 1)
    device.onLost()
    expect(reader.states()[0]?.warning).toBeUndefined()
  })

  it('whose warning comes and goes tells of it at once, and then once in five seconds', () => {
    const flaps: DeviceDriver<Frame> = {
      ...passive,
      take: (frame, output) => output.warn(frame === 'pong' ? 'antenna 2 is not connected' : null),
    }
    const reader = open(flaps)
    const before = context.changes
    for (let i = 0; i < 50; i++) {
      arrives('pong')
      expect(reader.states()[0]?.warning).toBe('antenna 2 is not connected')
      arrives({ uid: 'AABBCCDD' })
      expect(reader.states()[0]?.warning).toBeUndefined()
    }
    expect(context.changes).toBe(before + 1)
    time.advance(5000)
    expect(context.changes).toBe(before + 2)
    arrives('pong')
    device.onLost()
    const atLoss = context.changes
    time.advance(5000)
    expect(context.changes).toBe(atLoss)
  })
})
