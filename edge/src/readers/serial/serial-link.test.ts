import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { monotonicMs } from '../../clock/monotonic.ts'
import { DeviceError } from '../../device-error.ts'
import { PtyCable } from '../../testing/pty-cable.ts'
import type { ByteLink } from '../link/byte-link.ts'
import { createSerialLink } from './serial-link.ts'

const patient = { timeout: 10_000, interval: 5 }

describe('serial link', { timeout: 20_000 }, () => {
  let cable: PtyCable
  let link: ByteLink
  let delays: number[]
  let heard: string
  let opened: number
  let lost: number
  let warnings: number
  /** Runs the retry that waits, as if its delay had passed. */
  let retry: (() => void) | null

  beforeEach(() => {
    cable = new PtyCable()
    delays = []
    heard = ''
    opened = lost = warnings = 0
    retry = null
    const options = {
      path: cable.readerEnd,
      baudRate: 9600,
      log: pino({ level: 'warn' }, { write: () => warnings++ }),
      monotonic: monotonicMs,
      timers: {
        after(ms: number, run: () => void) {
          delays.push(ms)
          retry = run
          return () => (retry = null)
        },
      },
    }
    link = createSerialLink(options, {
      onOpen() {
        opened++
        link.ready()
      },
      onData(chunk) {
        link.dataReceived()
        heard += chunk.toString('latin1')
      },
      onLost: () => lost++,
      onWarning() {},
    })
  })

  afterEach(async () => {
    await link.stop()
    await cable.destroy()
  })

  const failures = (count: number) => vi.waitFor(() => expect(delays).toHaveLength(count), patient)

  it('grows its delay by half each time up to a minute, and logs the loss once', async () => {
    link.start()
    for (let tries = 1; tries < 13; tries++) {
      await failures(tries)
      retry?.()
    }
    await failures(13)
    expect(delays.slice(0, 4)).toEqual([1000, 1500, 2250, 3375])
    expect(delays.slice(-2)).toEqual([60_000, 60_000])
    expect(lost).toBe(1)
    expect(warnings).toBe(1)
    expect(link.error()).toBeInstanceOf(DeviceError)
  })

  it('starts the backoff afresh only after a connection that worked', async () => {
    link.start()
    await failures(1)
    await cable.plugIn()
    retry?.()
    await vi.waitFor(() => expect(opened).toBe(1), patient)
    await cable.pull()
    await failures(2)
    await cable.plugIn()
    retry?.()
    await vi.waitFor(() => expect(opened).toBe(2), patient)
    cable.write('\x00\xff')
    await vi.waitFor(() => expect(heard).toBe('\x00\xff'), patient)
    await cable.pull()
    await failures(3)
    expect(delays).toEqual([1000, 1500, 1000])
    expect(lost).toBe(3)
  })

  it('notices each time that the device goes as soon as it is open', async () => {
    link.start()
    await failures(1)
    for (let round = 1; round <= 20; round++) {
      await cable.plugIn()
      retry?.()
      await vi.waitFor(() => expect(opened).toBe(round), { ...patient, interval: 1 })
      await cable.pull()
      await failures(round + 1)
    }
  })

  it('tries no more once it is stopped', async () => {
    link.start()
    await failures(1)
    await link.stop()
    expect(retry).toBeNull()
  })
})
