import { expect, it } from 'vitest'
import { decisionText } from './decision-text.ts'

it.each([
  [{ verdict: 'deny', reason: 'denied', mode: 'observe' }, 'no pasa: bloqueado (observa)'],
  [{ verdict: 'deny', reason: 'hours', mode: 'enforce' }, 'no pasa: fuera de horario'],
  [{ verdict: 'allow', reason: 'expired', marked: true as const }, 'pasa, marcado: vencido'],
  [{ verdict: 'deny' }, 'no pasa'],
  [
    { verdict: 'ask', reason: 'spare', mode: 'later' },
    'veredicto desconocido: ask: motivo desconocido: spare',
  ],
])('%j is «%s»', (decision, text) => {
  expect(decisionText(decision)).toBe(text)
})
