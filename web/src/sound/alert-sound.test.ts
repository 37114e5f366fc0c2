import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { createFakeAudio, type FakeTone } from '../testing/fake-audio.ts'
import { type AlertSoundOptions, playAlert } from './alert-sound.ts'

function play(options?: AlertSoundOptions) {
  const audio = createFakeAudio()
  const sound = playAlert(audio.context, options)
  const [tone] = audio.tones
  if (!tone) throw new Error('nothing was played')
  return { audio, sound, tone }
}
const heard = ({ frequencies }: FakeTone) =>
  frequencies.map(({ value, at }) => [value, Number((at - 10).toFixed(3))])
const envelope = ({ gains }: FakeTone) =>
  gains.map(({ how, value, at }) => [how, Number(value.toFixed(4)), Number((at - 10).toFixed(3))])

it('an alert is 950 Hz at a quarter of the volume for 3 s, and fades in and out', () => {
  const { tone } = play()
  expect(heard(tone)).toEqual([[950, 0]])
  expect(tone).toMatchObject({ type: 'sine', startedAt: 10, stopsAt: 13, isConnected: true })
  expect(envelope(tone)).toEqual([
    ['set', 0, 0],
    ['ramp', 0.25, 0.02],
    ['set', 0.25, 2.98],
    ['ramp', 0, 3],
  ])
})

it('an alert warbles between two frequencies at its rate', () => {
  const { tone } = play({ frequencyHz: 600, secondFrequencyHz: 900, warbleHz: 5, durationS: 1 })
  expect(heard(tone)).toEqual([
    [600, 0],
    [900, 0.2],
    [600, 0.4],
    [900, 0.6],
    [600, 0.8],
  ])
})

it('an alert with a second frequency and no rate changes four times a second', () => {
  const { tone } = play({ frequencyHz: 1000, secondFrequencyHz: 1250, durationS: 0.6 })
  expect(heard(tone)).toEqual([
    [1000, 0],
    [1250, 0.25],
    [1000, 0.5],
  ])
})

it('a rate alone does not warble', () => {
  expect(heard(play({ warbleHz: 8 }).tone)).toEqual([[950, 0]])
})

it.each(['sine', 'triangle', 'square'] as const)('an alert can be a %s', (wave) => {
  expect(play({ wave }).tone.type).toBe(wave)
})

it.each([
  [
    { volume: 7, durationS: 60, frequencyHz: 1e9 },
    { peak: 1, ends: 20, hz: 20_000 },
  ],
  [
    { volume: -1, durationS: 0, frequencyHz: -3 },
    { peak: 0, ends: 10.2, hz: 20 },
  ],
  [
    { volume: Number.NaN, durationS: Number.NaN, frequencyHz: Number.NaN },
    { peak: 0.25, ends: 13, hz: 950 },
  ],
])('an alert keeps %o within its ranges', (options, { peak, ends, hz }) => {
  const { tone } = play(options)
  expect(Math.max(...tone.gains.map(({ value }) => value))).toBe(peak)
  expect(tone.stopsAt).toBeCloseTo(ends)
  expect(heard(tone)).toEqual([[hz, 0]])
})

it('a stopped alert fades out from where it is, and ends once', () => {
  let ends = 0
  const { audio, sound, tone } = play({ onEnd: () => ends++ })
  audio.advance(1)
  sound.stop()
  sound.stop()
  expect(tone.stopsAt).toBeCloseTo(11.02)
  expect(envelope(tone).slice(-2)).toEqual([
    ['set', 0.25, 1],
    ['ramp', 0, 1.02],
  ])
  audio.advance(5)
  sound.stop()
  expect(ends).toBe(1)
  expect(tone).toMatchObject({ hasEnded: true, isConnected: false })
  expect(tone.stopsAt).toBeCloseTo(11.02)
})

it('an alert stopped while it fades in goes down from there', () => {
  const { audio, sound, tone } = play()
  audio.advance(0.005)
  sound.stop()
  expect(envelope(tone).slice(-2)).toEqual([
    ['set', 0.0625, 0.005],
    ['ramp', 0, 0.025],
  ])
})

it('whatever is asked for, an alert is finite, bounded, and goes forward in time', () => {
  const number = fc.option(fc.double(), { nil: undefined })
  const asked = fc.record({
    volume: number,
    durationS: number,
    frequencyHz: number,
    secondFrequencyHz: number,
    warbleHz: number,
  })
  fc.assert(
    fc.property(asked, (options) => {
      const { tone } = play(options)
      expect(tone.stopsAt - tone.startedAt).toBeGreaterThan(0.199)
      expect(tone.stopsAt - tone.startedAt).toBeLessThan(10.001)
      expect(tone.frequencies.length).toBeLessThanOrEqual(201)
      for (const steps of [tone.frequencies, tone.gains]) {
        const times = steps.map(({ at }) => at)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }
      for (const { value } of tone.frequencies) {
        expect(value).toBeGreaterThanOrEqual(20)
        expect(value).toBeLessThanOrEqual(20_000)
      }
      for (const { value } of tone.gains) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: runs(200) },
  )
})
