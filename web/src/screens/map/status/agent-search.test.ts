import { expect, it } from 'vitest'
import { makeAgent } from '../../../testing/agents.ts'
import { searchAgents } from './agent-search.ts'

const agents = [
  makeAgent('gate-1', { name: 'Portón Ñuñoa', location: 'Sede Norte' }),
  makeAgent('GATE-2', { name: 'Bodega', location: null }),
]
const found = (text: string) => searchAgents(agents, text).map(({ code }) => code)

it.each([
  ['nunoa', ['gate-1']],
  ['PORTÓN', ['gate-1']],
  ['gate-', ['gate-1', 'GATE-2']],
  ['  norte   porton ', ['gate-1']],
  ['norte bodega', []],
  ['null', []],
  ['   ', ['gate-1', 'GATE-2']],
])('finds «%s» in name, code and location', (text, codes) => {
  expect(found(text)).toEqual(codes)
})

it('does not find what two fields only have together', () => {
  expect(found('nuñoagate')).toEqual([])
})
