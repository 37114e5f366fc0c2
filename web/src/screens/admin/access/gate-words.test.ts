import type { AccessGate } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { createSiteTime } from '../../../site-time/site-time.ts'
import { listState, modeWords } from './gate-words.ts'

const site = createSiteTime('America/Bogota')
const NOW = Date.UTC(2026, 10, 29, 17)

function words(list: Partial<AccessGate['list']>, more: Partial<AccessGate> = {}) {
  const gate = {
    version: '1.0.0',
    connected: true,
    list: {
      state: 'equal',
      behind: 0,
      confirmed_at: '2026-11-29T15:41:00.000Z',
      held: null,
      refused_rules: [],
      ...list,
    },
    ...more,
  }
  const state = listState(gate, site, NOW)
  return state && `${state.tone}: ${state.text}`
}

it.each([
  [{ state: 'off' }, null],
  [{ state: 'equal' }, 'good: Lista al día'],
  [{ state: 'never' }, 'warn: Aún sin lista: no decide'],
  [{ state: 'behind', behind: 3 }, 'warn: 3 cambios detrás, sin confirmar desde 10:41'],
  [{ state: 'behind', behind: 1 }, 'warn: 1 cambio detrás, sin confirmar desde 10:41'],
  [
    { state: 'behind', behind: 1200, confirmed_at: '2026-11-28T15:41:00.000Z' },
    'warn: 1.200 cambios detrás, sin confirmar desde 28/11/2026 10:41',
  ],
  [
    { state: 'behind', behind: 0, confirmed_at: null },
    'warn: Tiene otra lista: recibe la de este hub, sin confirmar nunca',
  ],
  [{ state: 'held' }, 'bad: Conserva su lista: la de este hub es más antigua'],
  [{ state: 'cannot' }, 'bad: No decide: versión 1.0.0'],
  [{ state: 'frozen' }, 'warn: Estado desconocido: frozen'],
])('says of a list that is %j: %s', (list, said) => {
  expect(words(list)).toBe(said)
})

it('does not call the list of a gate that is away up to date', () => {
  expect(words({}, { connected: false })).toBe('warn: Sin conexión, sin confirmar desde 10:41')
})

it('names a mode of a newer hub', () => {
  expect(['off', 'observe', 'enforce'].map(modeWords)).toEqual([
    'Apagado',
    'Observa',
    'Modo «enforce»',
  ])
})
