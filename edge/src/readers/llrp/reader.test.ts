import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LlrpEmulator, type LlrpEmulatorOptions } from '../../testing/emulators/llrp.ts'
import { LlrpServer } from '../../testing/emulators/llrp-server.ts'
import { readerContext } from '../../testing/reader-context.ts'
import type { Reader } from '../reader.ts'
import { LlrpReaderConfig } from './config.ts'
import { encodeMessage, MessageType } from './message.ts'
import { Parameter, tlv, u16 } from './parameters.ts'
import { createLlrpReader } from './reader.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const YEAR_MS = 365 * 24 * HOUR_MS
const EPC = 'E20034120123456789000001'

let device: LlrpEmulator
let server: LlrpServer
let port: number
let context: ReturnType<typeof readerContext>
let readers: Reader[]

beforeEach(() => {
  readers = []
  context = readerContext()
})

afterEach(async () => {
  for (const reader of readers) await reader.stop()
  await server.stop()
})

async function plugIn(options?: LlrpEmulatorOptions): Promise<void> {
  device = new LlrpEmulator(options)
  server = new LlrpServer(device)
  port = await server.listen()
}

function connect(settings: object = {}): Reader {
  const config = { id: 'gate', type: 'llrp', host: '127.0.0.1', port, ...settings }
  const reader = createLlrpReader(LlrpReaderConfig.parse(config), context)
  readers.push(reader)
  reader.start()
  return reader
}

const holds = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 })
const isOpen = (reader: Reader) => holds(() => expect(reader.states()[0]?.state).toBe('open'))
const isClosed = (reader: Reader, error: string | RegExp) =>
  holds(() => {
    const [state] = reader.states()
    expect(state?.state).toBe('closed')
    expect(state?.error).toMatch(error)
  })
const uids = () => context.reads.map(({ uid }) => uid)

describe('LLRP reader', { timeout: 60_000 }, () => {
  it('reads tags of any length at antennas with names of their own', async () => {
    await plugIn()
    const reader = connect({ antennas: { 1: 'entrada', 2: 'salida' } })
    await isOpen(reader)
    expect(reader.states().map(({ id, path }) => [id, path])).toEqual([
      ['gate', `127.0.0.1:${port}`],
      ['entrada', `127.0.0.1:${port}`],
      ['salida', `127.0.0.1:${port}`],
    ])
    device.show({ epc: EPC, antenna: 1, rssi: -55 })
    device.show({ epc: 'E2003412DC030117', antenna: 2, rssi: -70 })
    device.show({ epc: EPC.repeat(2), antenna: 3 })
    device.show({ epc: EPC.repeat(3), antenna: 3 })
    await holds(() => expect(context.reads).toHaveLength(3))
    expect(context.reads).toMatchObject([
      { reader: 'entrada', uid: EPC, antenna: 1, rssi: -55, count: 1 },
      { reader: 'salida', uid: 'E2003412DC030117', antenna: 2, rssi: -70 },
      { reader: 'gate', uid: EPC.repeat(2), antenna: 3 },
    ])
    // An EPC that no uid is long enough for.
    await holds(() => expect(reader.states()[0]?.noise).toBe(1))
  })

  it('sets the reader up before it reads, and leaves it idle at the stop', async () => {
    await plugIn()
    const reader = connect()
    await isOpen(reader)
    const { getReaderConfig, setReaderConfig, enableEventsAndReports } = MessageType
    const { deleteRospec, addRospec, enableRospec, startRospec, closeConnection } = MessageType
    expect(device.heard).toEqual([
      enableEventsAndReports,
      getReaderConfig,
      deleteRospec,
      setReaderConfig,
      addRospec,
      enableRospec,
      startRospec,
    ])
    expect(device.isReading).toBe(true)
    await reader.stop()
    await holds(() => expect(device.heard.slice(-2)).toEqual([deleteRospec, closeConnection]))
    expect(device.isReading).toBe(false)
  })

  it('acknowledges keepalives, and gives a reader up that sends none', async () => {
    await plugIn()
    const reader = connect({ keepaliveMs: 500 })
    await isOpen(reader)
    await holds(() => expect(device.heard).toContain(MessageType.keepaliveAck))
    device.deaf = true
    await holds(() => expect(context.logged).toContain('connection lost, retrying'))
    expect(reader.states()[0]?.error).toMatch(/^nothing heard for 1500 ms$|no answer/)
    device.deaf = false
    await isOpen(reader)
  })

  it('holds a reader for alive that reports and sends no keepalive', async () => {
    await plugIn()
    const reader = connect({ keepaliveMs: 500 })
    await isOpen(reader)
    device.isQuiet = true
    await holds(() => {
      device.show({ epc: EPC })
      const span = (context.reads.at(-1)?.mono ?? 0) - (context.reads[0]?.mono ?? 0)
      expect(span).toBeGreaterThan(2500)
    })
    expect(context.logged).not.toContain('connection lost, retrying')
    await holds(() => expect(context.logged).toContain('connection lost, retrying'))
    expect(reader.states()[0]?.error).toMatch(/^nothing heard for 1500 ms$|no answer/)
  })

  it('gives a reader up that answers its life with errors alone', async () => {
    await plugIn()
    const reader = connect({ keepaliveMs: 500 })
    await isOpen(reader)
    device.isQuiet = true
    await holds(() => {
      device.babble(encodeMessage(MessageType.error, 0))
      expect(context.logged).toContain('connection lost, retrying')
    })
    expect(reader.states()[0]?.error).toMatch(/^nothing heard for 1500 ms$|no answer/)
  })

  it('reads on where its antennas are no question, and says that as long as it reads', async () => {
    await plugIn({ hasNoConfig: true })
    const reader = connect({ keepaliveMs: 500 })
    await isOpen(reader)
    const warning = 'the reader refuses the list of antennas: unsupported message'
    expect(reader.states()[0]?.warning).toBe(warning)
    device.show({ epc: EPC })
    await holds(() => expect(uids()).toEqual([EPC]))
    await holds(() => expect(device.heard).toContain(MessageType.keepaliveAck))
    expect(reader.states()[0]?.warning).toBe(warning)
  })

  it('stays closed with the reader’s words when it refuses the settings', async () => {
    await plugIn({ ports: 2 })
    await isClosed(
      connect({ useAntennas: [1, 9] }),
      'the reader refuses the reading: parameter error; aiSpec: field error; ' +
        'field 1: value out of range; antenna 9 does not exist',
    )
  })

  it('stays closed where its table of powers has no such entry, and reads where it has', async () => {
    await plugIn({ powers: 81 })
    const refused = connect({ transmitter: { powerIndex: 82 } })
    await isClosed(refused, 'rfTransmitter: field error; field 3: value out of range; 81 powers')
    await refused.stop()
    await isOpen(connect({ transmitter: { powerIndex: 81 }, session: 2, periodMs: 500 }))
    expect(device.isReading).toBe(true)
  })

  it('says that another client has the reader, and takes over when that one leaves', async () => {
    await plugIn()
    const first = connect()
    await isOpen(first)
    const second = connect()
    await isClosed(second, 'the reader refuses the connection: another client is connected to it')
    expect(server.refused).toBeGreaterThan(0)
    expect(first.states()[0]?.state).toBe('open')
    await first.stop()
    await isOpen(second)
  })

  it('goes on after a connection that ended within a report', async () => {
    await plugIn()
    const reader = connect()
    await isOpen(reader)
    server.breakOff({ epc: EPC })
    await holds(() => expect(context.logged).toContain('connection is back'))
    device.show({ epc: 'A0A1A2A3A4A5A6A7A8A9AAAB' })
    await holds(() => expect(uids()).toEqual(['A0A1A2A3A4A5A6A7A8A9AAAB']))
    expect(reader.states()[0]?.noise).toBe(0)
  })

  it('drops a connection whose bytes are no LLRP', async () => {
    await plugIn()
    const reader = connect()
    await isOpen(reader)
    device.babble(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await holds(() => expect(context.logged).toContain('connection is back'))
    expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 1 })
  })

  it('warns of antennas that are unplugged, and of reads that the reader lost', async () => {
    await plugIn({ ports: 4, plugged: [1, 2] })
    const reader = connect({ useAntennas: [1, 2, 3] })
    await isOpen(reader)
    const warns = (text?: string) => holds(() => expect(reader.states()[0]?.warning).toBe(text))
    await warns('no antenna at 3')
    device.plug(1, false)
    await warns('no antenna at 1, 3')
    for (const antenna of [1, 3, 4]) device.plug(antenna, antenna !== 4)
    await warns(undefined)
    device.tell(tlv(Parameter.bufferOverflow))
    await warns('its buffer overflowed: reads were lost')
    expect(reader.states()[0]?.state).toBe('open')
  })

  it('connects anew when the reading ends by itself', async () => {
    await plugIn()
    const reader = connect()
    await isOpen(reader)
    device.tell(tlv(Parameter.rospecEvent, Buffer.from([1]), u16(0, 1, 0, 0)))
    await holds(() => expect(context.logged).toContain('connection is back'))
    expect(device.isReading).toBe(true)
  })
})

describe('reports that an LLRP reader held while nobody was connected', { timeout: 60_000 }, () => {
  it.each([
    ['right', 0],
    ['a year ahead', YEAR_MS],
    ['decades behind', -40 * YEAR_MS],
    ['missing', null],
  ])('come with their ages though its clock is %s', async (_, clockAheadMs) => {
    await plugIn({ clockAheadMs })
    const reader = connect()
    await isOpen(reader)
    server.cut()
    await isClosed(reader, /./)
    const ages = [HOUR_MS, 10 * MINUTE_MS, 20 * MINUTE_MS]
    for (const [i, ageMs] of ages.entries()) device.show({ epc: `${EPC}0${i}`, ageMs })
    expect(device.heldReports).toBe(3)
    const shownAt = context.monotonic()
    server.mend()
    await isOpen(reader)
    device.show({ epc: EPC })
    await holds(() => expect(uids()).toEqual([`${EPC}00`, `${EPC}01`, `${EPC}02`, EPC]))
    const times = context.reads.map(({ mono, ageMs = 0 }) => mono - ageMs)
    for (const [i, ageMs] of ages.entries()) {
      expect(Math.abs((times[i] ?? 0) - (shownAt - ageMs))).toBeLessThan(MINUTE_MS)
    }
    expect(context.reads.at(-1)?.ageMs ?? 0).toBeLessThan(MINUTE_MS)
  })

  it('are one read each, though the reader hands one over twice', async () => {
    await plugIn()
    const reader = connect()
    await isOpen(reader)
    device.show({ epc: EPC, antenna: 2 })
    await holds(() => expect(context.reads).toHaveLength(1))
    server.cut()
    await isClosed(reader, /./)
    device.repeat()
    device.show({ epc: EPC, antenna: 1 })
    server.mend()
    await isOpen(reader)
    device.show({ epc: EPC, antenna: 3 })
    await holds(() => expect(context.reads.map(({ antenna }) => antenna)).toEqual([2, 1, 3]))
  })
})
