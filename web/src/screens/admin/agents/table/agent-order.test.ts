import type { AgentDetail } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { detailedAgent as agent } from '../../../../testing/agents.ts'
import { searchAgents, sortAgents, type SortKey } from './agent-order.ts'

const agents = [
  agent(1, { name: 'Portón 10', location: 'Árbol', readings_count: 7 }),
  agent(2, { name: 'portón 9', code: 'Zeta', last_seen: '2026-03-10T12:00:00.000Z' }),
  agent(3, { name: 'Ñandú', location: 'bodega', online: true, last_ip: '10.0.0.7' }),
  agent(4, { name: '', code: 'alfa', readings_count: 9, connected: true, online: true }),
]
const ids = (list: readonly AgentDetail[]) => list.map(({ id }) => id)
const sorted = (key: SortKey, isDown = false) => ids(sortAgents(agents, { key, isDown }))

describe('the order of agents', () => {
  it.each<[SortKey, number[], number[]]>([
    ['name', [4, 3, 2, 1], [1, 2, 3, 4]],
    ['code', [4, 1, 3, 2], [2, 3, 1, 4]],
    ['location', [1, 3, 4, 2], [3, 1, 4, 2]],
    ['lastIp', [3, 4, 2, 1], [3, 4, 2, 1]],
    ['reads', [3, 2, 1, 4], [4, 1, 3, 2]],
    ['lastSeen', [4, 3, 1, 2], [2, 4, 3, 1]],
    ['state', [4, 3, 2, 1], [2, 1, 3, 4]],
  ])('goes by %s both ways; what is empty comes last', (key, up, down) => {
    expect([sorted(key), sorted(key, true)]).toEqual([up, down])
  })
})

it.each([
  ['', [1, 2, 3, 4]],
  ['PORTON', [1, 2]],
  ['porton arbol', [1]],
  ['nandu', [3]],
  ['10.0.0', [3]],
  ['ALFA', [4]],
  ['helipuerto', []],
])('finds %j', (text, found) => expect(ids(searchAgents(agents, text))).toEqual(found))
