import { DECIDED_REASONS } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { reasonWords } from './access-reasons.ts'
import { decisionWords } from './access.ts'

it('tells a decision by word and shape, each verdict by its own', () => {
  const told = [
    decisionWords({ verdict: 'allow' }),
    decisionWords({ verdict: 'allow', marked: true }),
    decisionWords({ verdict: 'deny', marked: false }),
  ].map(({ shape, word }) => `${shape} ${word}`)
  expect(told).toEqual(['● pasa', '▲ pasa, marcado', '◆ no pasa'])
})

it('shows the verdict of a newer edge as it came, and never as a leave to pass', () => {
  expect(decisionWords({ verdict: 'hold' })).toEqual({
    word: 'veredicto desconocido: hold',
    shape: '▲',
    tone: 'warn',
  })
})

it('has words of its own for each reason that is decided', () => {
  const words = DECIDED_REASONS.map(reasonWords)
  expect(new Set(words).size).toBe(DECIDED_REASONS.length)
  expect(words.filter((word) => word.includes('desconocido:'))).toEqual([])
})

it.each(['parked', 'constructor', '__proto__'])(
  'names a reason that it does not know: %s',
  (name) => {
    expect(reasonWords(name)).toBe(`motivo desconocido: ${name}`)
  },
)
