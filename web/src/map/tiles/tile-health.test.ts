import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTileHealth } from './tile-health.ts'

function open() {
  const clock = createFakeClock()
  let retries = 0
  const health = createTileHealth(clock)
  const stop = health.start(() => retries++)
  const fail = (times: number) => Array.from({ length: times }, () => health.failed())
  return { clock, health, stop, fail, isFailing: health.isFailing.get, retries: () => retries }
}

describe('the tiles of the map', () => {
  it('fail at the eighth failure in a row', () => {
    const { health, fail, isFailing } = open()
    health.begin()
    fail(7)
    expect(isFailing()).toBe(false)
    fail(1)
    expect(isFailing()).toBe(true)
  })

  it('do not fail while some come', () => {
    const { health, fail, isFailing } = open()
    health.begin()
    fail(7)
    health.loaded()
    fail(7)
    health.settle()
    expect(isFailing()).toBe(false)
  })

  it('fail where a small view got none at all', () => {
    const { health, fail, isFailing } = open()
    health.begin()
    fail(2)
    expect(isFailing()).toBe(false)
    health.settle()
    expect(isFailing()).toBe(true)
  })

  it('are asked for each minute until one comes', () => {
    const { clock, health, fail, isFailing, retries } = open()
    fail(8)
    clock.advance(59_999)
    expect(retries()).toBe(0)
    clock.advance(1)
    expect(retries()).toBe(1)
    fail(8)
    clock.advance(60_000)
    expect(retries()).toBe(2)
    health.loaded()
    expect(isFailing()).toBe(false)
    clock.advance(600_000)
    expect(retries()).toBe(2)
  })

  it('are not asked for after the map is gone', () => {
    const { clock, stop, fail, retries } = open()
    fail(8)
    stop()
    clock.advance(600_000)
    expect(retries()).toBe(0)
  })
})
