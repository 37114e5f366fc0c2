import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { monotonicMs } from '../../clock/monotonic.ts'
import { PtyCable } from '../../testing/pty-cable.ts'
import { readerContext } from '../../testing/reader-context.ts'
import { openReader } from '../open-reader.ts'
import type { Reader, TagRead } from '../reader.ts'
import { LineReaderConfig } from './config.ts'

const patient = { timeout: 10_000, interval: 5 }

describe('line reader', { timeout: 20_000 }, () => {
  let cable: PtyCable
  let reader: Reader
  let reads: TagRead[]
  let states: string[]
  let logged: string[]

  async function createReader(settings: object = {}) {
    const config = { id: 'gate', type: 'line', path: cable.readerEnd, ...settings }
    const context = readerContext({
      events: {
        onRead: (read: TagRead) => reads.push(read),
        onStateChange: () => states.push(reader.states()[0]?.state ?? ''),
      },
    })
    logged = context.logged
    reader = await openReader(LineReaderConfig.parse(config), context)
    reader.start()
  }

  const becomes = (state: string) =>
    vi.waitFor(() => expect(reader.states()[0]?.state).toBe(state), patient)
  const hasRead = (...uids: string[]) =>
    vi.waitFor(() => expect(reads.map((read) => read.uid)).toEqual(uids), patient)

  beforeEach(async () => {
    reads = []
    states = []
    logged = []
    cable = new PtyCable()
    await cable.plugIn()
  })

  afterEach(async () => {
    await reader.stop()
    await cable.destroy()
  })

  it('reports the tags that arrive and counts the lines that hold none', async () => {
    await createReader()
    await becomes('open')
    const before = monotonicMs()
    cable.write('Card UID: DE AD')
    cable.write(' BE EF\r\nCard SAK: 08\r\n\x02TEST-001\r\n\x03')
    await hasRead('DEADBEEF', 'TEST-001')
    expect(reads[0]).toMatchObject({ reader: 'gate', uid: 'DEADBEEF' })
    expect(reads[0]?.mono).toBeGreaterThanOrEqual(before)
    expect(reader.states()[0]).toEqual({
      id: 'gate',
      type: 'line',
      path: cable.readerEnd,
      state: 'open',
      simulated: false,
      error: undefined,
      noise: 1,
    })
  })

  it('reads through the bytes of a wrong baud rate', async () => {
    await createReader()
    await becomes('open')
    cable.write('\xf8\x80\x00\xfe\r\x81\xff\n')
    cable.write('TEST-001\n')
    await hasRead('TEST-001')
    expect(reader.states()[0]?.noise).toBe(2)
  })

  it('comes back by itself when the device does, and logs loss and recovery once', async () => {
    await createReader()
    await becomes('open')
    cable.write('TEST-001\nDEAD')
    await hasRead('TEST-001')
    await cable.pull()
    await becomes('closed')
    await vi.waitFor(() => expect(reader.states()[0]?.error).toMatch(/No such file/), patient)
    await cable.plugIn()
    await becomes('open')
    expect(reader.states()[0]?.error).toBeUndefined()
    cable.write('BEEF01\n')
    await hasRead('TEST-001', 'BEEF01')
    expect(states).toEqual(['open', 'closed', 'open'])
    expect(logged).toEqual([
      'serial port open',
      'serial port lost, retrying',
      'serial port is back',
    ])
  })

  it('waits for a device that is not there yet', async () => {
    await cable.pull()
    await createReader()
    await vi.waitFor(() => expect(states).toEqual(['closed']), patient)
    expect(reader.states()[0]?.error).toMatch(/No such file/)
    await cable.plugIn()
    await becomes('open')
  })

  it('is silent after a while without a byte and open again at the next', async () => {
    await createReader({ silentAfterMs: 20 })
    await becomes('silent')
    cable.write('TEST-001\n')
    await hasRead('TEST-001')
    expect(states.slice(0, 3)).toEqual(['open', 'silent', 'open'])
  })

  it('reads from a port that has no modem lines', async () => {
    await createReader({ dtr: true, rts: false })
    await vi.waitFor(() => expect(logged).toContain('modem lines cannot be set'), patient)
    cable.write('TEST-001\n')
    await hasRead('TEST-001')
  })

  it('leaves the port free when it is stopped, also twice and while it opens', async () => {
    await createReader()
    await Promise.all([reader.stop(), reader.stop()])
    expect(reader.states()[0]?.state).toBe('closed')
    await createReader()
    await becomes('open')
  })

  it('does not start again once stopped', async () => {
    await createReader()
    await becomes('open')
    await reader.stop()
    reader.start()
    expect(reader.states()[0]?.state).toBe('closed')
    expect(states).toEqual(['open'])
  })
})
