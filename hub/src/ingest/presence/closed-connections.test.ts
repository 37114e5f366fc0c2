import type { EventAgent } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAgent } from '../../store/agents/agents.ts'
import { countedStatements } from '../../testing/counted-statements.ts'
import { type TempStore, openTempStore } from '../../testing/temp-store.ts'
import { ClosedConnections } from './closed-connections.ts'

const AGENTS = 90
let store: TempStore
let ids: number[]
let statements: () => number
/** How many were announced in each turn of the event loop. */
let turns: number[]
let gone: number[]
let onReleased: (agentId: number) => void

beforeEach(async () => {
  store = await openTempStore()
  ids = []
  for (let n = 0; n < AGENTS; n++) {
    const place = { location: null, lat: null, lng: null }
    const { id } = await createAgent(store.db, { code: `A${n}`, name: `A${n}`, ...place }, 1)
    ids.push(id)
  }
  await store.db.updateTable('agents').set({ replica: 'here', generation: 1 }).execute()
  ;[turns, gone] = [[], []]
  onReleased = (agentId) => gone.push(agentId)
})
afterEach(() => store.close())

function open(): ClosedConnections {
  const { db, count } = countedStatements(store.db)
  statements = count
  const log = pino({ level: 'silent' })
  return new ClosedConnections({ db, log, onReleased: (agentId) => onReleased(agentId) })
}

const agent = (id: number): EventAgent => ({ code: `A${id}`, name: 'gate', location: null })

/** Lets these agents go in one turn; resolves when all of it is stored and told. */
async function leave(closed: ClosedConnections, some: readonly number[]): Promise<number> {
  const before = statements()
  for (const id of some) closed.add(id, { generation: 1, agent: agent(id) })
  await closed.idle()
  return statements() - before
}

const held = async () => {
  const rows = await store.db
    .selectFrom('agents')
    .select('id')
    .where('replica', '=', 'here')
    .execute()
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

it('stores that many agents left in as many statements as for two', async () => {
  const closed = open()
  // The first one begins at once, alone; the others are gone by its end.
  const two = await leave(closed, ids.slice(0, 2))
  expect(await leave(closed, ids.slice(2))).toBe(two)
  expect(gone).toEqual(ids)
  expect(await held()).toEqual([])
})

it('leaves alone who has said hello again since', async () => {
  const [first = 0, second = 0, third = 0] = ids
  await store.db.updateTable('agents').set({ generation: 2 }).where('id', '=', second).execute()
  await leave(open(), [first, second, third])
  expect(gone).toEqual([first, third])
  expect(await held()).toEqual(ids.filter((id) => id !== first && id !== third))
})

it('announces those who left a few in a turn of the event loop', async () => {
  let inTurn = 0
  let turn: NodeJS.Immediate
  const next = () => {
    turns.push(inTurn)
    inTurn = 0
    turn = setImmediate(next)
  }
  turn = setImmediate(next)
  onReleased = () => inTurn++
  await leave(open(), ids)
  clearImmediate(turn)
  turns.push(inTurn)
  expect(turns.reduce((sum, n) => sum + n)).toBe(AGENTS)
  expect(Math.max(...turns)).toBeLessThan(AGENTS / 2)
})

it('tells nothing of an agent that is deleted while others are told of', async () => {
  const closed = open()
  const last = ids.at(-1) ?? 0
  onReleased = (agentId) => {
    if (gone.length === 0) closed.forget(last)
    gone.push(agentId)
  }
  await leave(closed, ids)
  expect(gone).toEqual(ids.slice(0, -1))
})
