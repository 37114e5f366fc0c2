import { expect, it } from 'vitest'
import { createManualTime } from '../../testing/manual-time.ts'
import { readerContext } from '../../testing/reader-context.ts'
import { ReaderCore, SilenceWatch } from './reader-core.ts'

function watchOf(afterMs: number) {
  const time = createManualTime()
  const changes: boolean[] = []
  const watch: SilenceWatch = new SilenceWatch({
    afterMs,
    monotonic: time.monotonic,
    timers: time.timers,
    onChange: () => changes.push(watch.silent()),
  })
  return { time, changes, watch }
}

it('a silence watch counts from the last bytes', () => {
  const { time, changes, watch } = watchOf(1000)
  watch.start()
  time.advance(900)
  watch.dataReceived(time.monotonic())
  time.advance(999)
  expect(changes).toEqual([])
  time.advance(1)
  expect(changes).toEqual([true])
  time.advance(5000)
  watch.dataReceived(time.monotonic())
  time.advance(1000)
  expect(changes).toEqual([true, false, true])
})

it('a silence watch reports nothing of a device that is gone', () => {
  const { time, changes, watch } = watchOf(1000)
  watch.start()
  watch.stop()
  time.advance(5000)
  expect(changes).toEqual([])
  expect(time.pending()).toBe(0)
})

it('a silence watch of 0 ms is off', () => {
  const { time, watch } = watchOf(0)
  watch.start()
  watch.dataReceived(time.monotonic())
  time.advance(1e9)
  expect(watch.silent()).toBe(false)
})

it('a power that the law does not allow stands in the state beside whatever else is wrong', () => {
  const core = new ReaderCore({
    config: { id: 'gate', type: 'm100', region: 'br', powerDbm: 33 },
    context: readerContext(),
    where: 'wire',
    isPolled: false,
    fault: () => null,
  })
  const warning = () => core.states()[0]?.warning
  expect(warning()).toContain('33 dBm pasan de lo que BR permite')
  core.warn('it is hot')
  expect(warning()).toMatch(/^it is hot · 33 dBm/)
  core.stop()
})
