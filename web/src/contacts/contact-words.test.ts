import { expect, it } from 'vitest'
import { contactWords } from './contact-words.ts'

const since = '2026-11-28T12:00:00.000Z'
const barrier = (position: string, leftOpen = false, name = '') => {
  return { name, position, leftOpen, since }
}
const said = (given: Partial<Parameters<typeof contactWords>[0]>) =>
  contactWords({ connected: true, loops: [], barriers: [], ...given }).map(
    ({ tone, text }) => `${tone}: ${text}`,
  )

it.each([
  [barrier('open'), 'warn: Barrera abierta'],
  [barrier('closed'), 'good: Barrera cerrada'],
  [barrier('between'), 'warn: Barrera a medias'],
  [barrier('between', true), 'bad: Barrera quedó abierta'],
  [barrier('open', true, 'salida'), 'bad: Barrera salida quedó abierta'],
  [barrier('contradictory'), 'warn: Barrera dice abierta y cerrada a la vez'],
  [barrier('unknown'), 'quiet: Barrera sin señal'],
  [barrier('of a newer hub'), 'quiet: Barrera sin señal'],
])('of the barrier %j it is said «%s»', (one, text) =>
  expect(said({ barriers: [one] })).toEqual([text]),
)

it('loops are named where a gate has several, and stand behind the barriers', () => {
  const loops = [
    { id: 'entrada', occupied: true },
    { id: 'salida', occupied: false },
    { id: 'patio', occupied: null },
  ]
  expect(said({ loops, barriers: [barrier('closed')] })).toEqual([
    'good: Barrera cerrada',
    'good: Lazo entrada ocupado',
    'quiet: Lazo salida libre',
    'quiet: Lazo patio sin señal',
  ])
  expect(said({ loops: loops.slice(0, 1) })).toEqual(['good: Lazo ocupado'])
})

it('of an agent that is away nothing is known, whatever it said last', () => {
  const given = { loops: [{ id: 'lazo', occupied: true }], barriers: [barrier('open', true)] }
  expect(said({ connected: false, ...given })).toEqual([
    'quiet: Barrera sin señal',
    'quiet: Lazo sin señal',
  ])
})
