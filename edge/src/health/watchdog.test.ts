import pino from 'pino'
import { expect, it } from 'vitest'
import { createManualTime } from '../testing/manual-time.ts'
import { startWatchdog } from './watchdog.ts'

function watchdogOf(watchdogIntervalMs: number | null) {
  const time = createManualTime()
  const state = { healthy: true, pings: 0 }
  const stop = startWatchdog({
    manager: {
      ready() {},
      status() {},
      stopping() {},
      alive: () => state.pings++,
      watchdogIntervalMs,
    },
    isHealthy: () => state.healthy,
    log: pino({ level: 'silent' }),
    timers: time.timers,
  })
  return { time, state, stop }
}

it('the watchdog is fed while the work moves, not while it stands, and again when it moves', () => {
  const { time, state, stop } = watchdogOf(5000)
  time.advance(15_000)
  expect(state.pings).toBe(3)
  state.healthy = false
  time.advance(60_000)
  expect(state.pings).toBe(3)
  state.healthy = true
  time.advance(5000)
  expect(state.pings).toBe(4)
  stop()
  time.advance(60_000)
  expect(state.pings).toBe(4)
})

it('the watchdog is not fed where the service manager does not ask for it', () => {
  expect(watchdogOf(null).time.pending()).toBe(0)
})
