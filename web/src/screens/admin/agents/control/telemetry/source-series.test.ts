import { expect, it } from 'vitest'
import { createFakeClock } from '../../../../../testing/fake-clock.ts'
import { createSourceSeries } from './source-series.ts'

it('keeps the samples of each sensor apart, and the same series for whoever asks again', () => {
  const clock = createFakeClock()
  const all = createSourceSeries(clock, clock.now)
  const sample = (source: string, value: number) =>
    all.takeSample({ code: 'g', type: 'temp', source, at: clock.now(), value, unit: '°C' })
  for (const [i, source] of ['patio', '', 'patio', 'techo'].entries()) sample(source, i)
  clock.advance(1000)
  const last = (source: string) => all.of(source).state.get().last?.value
  expect([last('patio'), last(''), last('techo'), last('otro')]).toEqual([2, 1, 3, undefined])
  expect(all.of('patio').state.get().points).toHaveLength(2)
  expect(all.sources.get()).toEqual(['patio', '', 'techo'])
  expect(all.of('otro')).toBe(all.of('otro'))
})

it('keeps no more sensors than one can choose from, whatever an agent names', () => {
  const clock = createFakeClock()
  const all = createSourceSeries(clock, clock.now)
  for (let i = 0; i < 1000; i++) {
    const sample = { code: 'g', type: 'temp', at: clock.now(), value: i, unit: '' }
    all.takeSample({ ...sample, source: `s${i}` })
  }
  expect(all.sources.get()).toHaveLength(100)
  all.stop()
})
