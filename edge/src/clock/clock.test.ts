import type { ClockQuality } from '@vehicle-control/protocol'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { createManualTime } from '../testing/manual-time.ts'
import { createClock } from './clock.ts'

const YEAR_MS = 365 * 86_400_000
const WALL = Date.UTC(2026, 5, 1)

function clockOf(start: { synced?: boolean } = {}) {
  const time = createManualTime({ mono: 50_000, wall: WALL })
  const ntp = { synced: start.synced ?? false, asked: 0 }
  const steps: number[] = []
  const qualities: ClockQuality[] = []
  const clock = createClock({
    log: pino({ level: 'silent' }),
    bootId: 'boot-a',
    now: time.now,
    monotonic: time.monotonic,
    timers: time.timers,
    isSynced: async () => {
      ntp.asked++
      return ntp.synced
    },
    onStep: (stepMs) => steps.push(stepMs),
    onQualityChange: (quality) => qualities.push(quality),
  })
  return { clock, time, ntp, steps, qualities }
}

describe('clock', () => {
  it('stamps by the wall clock, as unsynced before NTP has set it', async () => {
    const { clock, time } = clockOf()
    await clock.start()
    time.advance(500)
    expect(clock.stamp(time.monotonic())).toEqual({ at: WALL + 500, clock: 'unsynced' })
    expect(clock.stamp(time.monotonic() - 200)).toEqual({ at: WALL + 300, clock: 'unsynced' })
  })

  it('is synced from the first look on where NTP was there earlier', async () => {
    const { clock, time } = clockOf({ synced: true })
    expect(clock.quality()).toBe('unsynced')
    await clock.start()
    expect(clock.stamp(time.monotonic())).toEqual({ at: WALL, clock: 'synced' })
  })

  it('asks again every half minute until it is synced, and then no more', async () => {
    const { clock, time, ntp, qualities } = clockOf()
    await clock.start()
    time.advance(30_000)
    await vi.waitFor(() => expect(ntp.asked).toBe(2))
    ntp.synced = true
    await vi.waitFor(() => {
      time.advance(30_000)
      expect(qualities).toEqual(['synced'])
    })
    const { asked } = ntp
    time.advance(600_000)
    expect(ntp.asked).toBe(asked)
    clock.stop()
    expect(time.pending()).toBe(0)
  })

  it('looks for NTP at once when the wall clock is set, which is no step', async () => {
    const { clock, time, ntp, steps, qualities } = clockOf()
    await clock.start()
    time.advance(3000)
    ntp.synced = true
    time.stepWall(YEAR_MS)
    time.advance(1000)
    await vi.waitFor(() => expect(qualities).toEqual(['synced']))
    time.advance(60_000)
    expect(steps).toEqual([])
  })

  it('takes no step for one that NTP made just before the clock was seen to be synced', async () => {
    const { clock, time, ntp, steps, qualities } = clockOf()
    await clock.start()
    time.advance(29_500)
    ntp.synced = true
    // The step comes between the question and its answer.
    time.advance(500)
    time.stepWall(YEAR_MS)
    await vi.waitFor(() => expect(qualities).toEqual(['synced']))
    time.advance(60_000)
    expect(steps).toEqual([])
  })

  it('notices each step of a clock that was synced, either way and within a second', async () => {
    const { clock, time, steps } = clockOf({ synced: true })
    await clock.start()
    time.stepWall(-5000)
    time.advance(1000)
    expect(steps).toEqual([-5000])
    time.stepWall(900)
    time.advance(5000)
    time.stepWall(YEAR_MS)
    time.advance(1000)
    expect(steps).toEqual([-5000, YEAR_MS])
  })

  it('does not trust a saved time that looks right: entries of before the sync move with it', async () => {
    const { clock, time, ntp, qualities } = clockOf()
    // As timesyncd does at the boot of a Pi without a clock: the time of the last shutdown.
    await clock.start()
    const rows = [0, 20_000].map((ms) => {
      time.advance(ms)
      return { ...clock.stamp(time.monotonic()), mono: time.monotonic(), boot: 'boot-a' }
    })
    expect(rows.map((row) => row.clock)).toEqual(['unsynced', 'unsynced'])
    const awayMs = 3 * 86_400_000
    ntp.synced = true
    time.stepWall(awayMs)
    time.advance(1000)
    await vi.waitFor(() => expect(qualities).toEqual(['synced']))
    time.advance(3_600_000)
    expect(rows.map((row) => clock.correct(row))).toEqual([
      { at: WALL + awayMs, clock: 'corrected' },
      { at: WALL + 20_000 + awayMs, clock: 'corrected' },
    ])
    expect(rows.map((row) => clock.age(row))).toEqual([3_621_000, 3_601_000])
  })

  it('corrects entries of an earlier process of the same boot', async () => {
    const first = clockOf()
    await first.clock.start()
    const row = { ...first.clock.stamp(50_000), mono: 50_000, boot: 'boot-a' }
    first.clock.stop()
    const again = clockOf({ synced: true })
    again.time.stepWall(YEAR_MS)
    await again.clock.start()
    expect(again.clock.correct(row)).toEqual({ at: WALL + YEAR_MS, clock: 'corrected' })
  })

  it('corrects rows from before the sync, and leaves later ones', async () => {
    const { clock, time, ntp, qualities } = clockOf()
    await clock.start()
    const row = { ...clock.stamp(time.monotonic()), mono: time.monotonic(), boot: 'boot-a' }
    expect(clock.correct(row)).toEqual({ at: row.at, clock: 'unsynced' })
    time.advance(2500)
    ntp.synced = true
    time.stepWall(YEAR_MS)
    time.advance(1000)
    await vi.waitFor(() => expect(qualities).toEqual(['synced']))
    expect(clock.correct(row)).toEqual({ at: WALL + YEAR_MS, clock: 'corrected' })
    const fresh = { ...clock.stamp(time.monotonic()), mono: time.monotonic(), boot: 'boot-a' }
    expect(clock.correct(fresh)).toEqual({ at: fresh.at, clock: 'synced' })
  })

  it('leaves rows of an earlier boot as they are, without an age', async () => {
    const { clock } = clockOf({ synced: true })
    await clock.start()
    const row = { at: 123, clock: 'unsynced' as const, mono: 49_000, boot: 'boot-0' }
    expect(clock.correct(row)).toEqual({ at: 123, clock: 'unsynced' })
    expect(clock.age(row)).toBeNull()
  })

  it('takes ages from the monotonic clock whatever the wall clock does', () => {
    const { clock, time } = clockOf()
    time.stepWall(-YEAR_MS)
    time.advance(750)
    expect(clock.age({ mono: 50_000, boot: 'boot-a' })).toBe(750)
  })

  it('goes by the hub while NTP is missing, and by NTP once it is there', async () => {
    const { clock, time, ntp, qualities } = clockOf()
    await clock.start()
    const row = { ...clock.stamp(50_000), mono: 50_000, boot: 'boot-a' }
    time.advance(100)
    clock.hubTime({ sentMono: 50_000, hubWall: WALL + YEAR_MS + 50, receivedMono: 50_100 })
    expect(clock.stamp(50_000)).toEqual({ at: WALL + YEAR_MS, clock: 'hub' })
    expect(clock.correct(row)).toEqual({ at: WALL + YEAR_MS, clock: 'corrected' })
    time.stepWall(-YEAR_MS)
    expect(clock.stamp(50_100)).toEqual({ at: WALL + YEAR_MS + 100, clock: 'hub' })
    ntp.synced = true
    time.advance(1000)
    await vi.waitFor(() => expect(qualities).toEqual(['hub', 'synced']))
    const byHub = { at: WALL + YEAR_MS, clock: 'hub' as const, mono: 50_000, boot: 'boot-a' }
    expect(clock.correct(byHub)).toEqual({ at: byHub.at, clock: 'hub' })
    expect(clock.stamp(time.monotonic()).at).toBe(time.now())
  })
})
