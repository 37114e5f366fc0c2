import { type CommandResultData, NO_PIN } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import {
  closeAbandoned,
  endAllOn,
  findCommand,
  insertCommand,
  markTimeout,
  saveCommandResults,
  saveRefused,
} from './relay-commands.ts'

const GUARD = { actor: 'guardia@demo.local', address: '10.0.0.9', duration_ms: 5000, replica: 'r1' }
const RELAY = { pin: 17, relay: null }
const ASKED = { ...GUARD, ...RELAY, id: 'c1', agent_id: 1, state: 1, created_at: 1000 }

let store: TempStore
beforeEach(async () => {
  store = await openTempStore()
  await insertCommand(store.db, ASKED)
})
afterEach(() => store.close())

type Told = Partial<CommandResultData> & { agentId?: number }

/** Stores what an agent says became of a command; answers whether it counts. */
async function says(reason: CommandResultData['reason'], told: Told = {}) {
  return (await saveCommandResults(store.db, [said(reason, told)])).length === 0
}
function said(reason: CommandResultData['reason'], { agentId = 1, ...told }: Told = {}) {
  const ok = reason === 'done' || reason === 'auto_off'
  const result = { id: 'c1', pin: 17 as const, state: 1 as const, ok, onMs: 5000, ...told, reason }
  return { agentId, seq: 1, at: 2000, late: false, result }
}
const row = (agentId = 1, id = 'c1') => findCommand(store.db, agentId, id)
const REASONS = ['done', 'expired', 'busy', 'failed', 'quarantined', 'auto_off'] as const

describe('a settled result', () => {
  it.each(REASONS)('%s is rewritten by no other', async (first) => {
    expect(await says(first)).toBe(true)
    const settled = await row()
    for (const later of REASONS) {
      if (first === 'done' && later === 'auto_off') continue
      expect(await says(later, { onMs: 9, ok: later !== 'failed' })).toBe(false)
    }
    expect(await row()).toEqual(settled)
    expect(await markTimeout(store.db, 1, 'c1', 3000)).toBe(false)
    expect(await row()).toEqual(settled)
  })

  it('done is followed by its auto_off, once', async () => {
    await says('done')
    expect(await says('auto_off', { onMs: 4990 })).toBe(true)
    expect(await says('auto_off', { onMs: 1 })).toBe(false)
    expect(await says('done')).toBe(false)
    expect(await row()).toMatchObject({ reason: 'auto_off', on_ms: 4990, actor: GUARD.actor })
  })

  it('of a relay that was switched off has no auto_off', async () => {
    await insertCommand(store.db, { ...ASKED, id: 'c2', state: 0 })
    await says('done', { id: 'c2', state: 0, onMs: 0 })
    expect(await says('auto_off', { id: 'c2', state: 1 })).toBe(false)
    expect(await row(1, 'c2')).toMatchObject({ reason: 'done', state: 0 })
  })

  it('of a relay by its name says which pin it has', async () => {
    await insertCommand(store.db, { ...ASKED, id: 'named', pin: NO_PIN, relay: 'Barrera' })
    await says('done', { id: 'named', pin: 27, relay: 'Barrera' })
    expect(await row(1, 'named')).toMatchObject({ pin: 27, relay: 'Barrera', reason: 'done' })
    await insertCommand(store.db, { ...ASKED, id: 'unknown', pin: NO_PIN, relay: 'Otra' })
    await says('failed', { id: 'unknown', pin: undefined, relay: 'Otra', onMs: 0 })
    expect(await row(1, 'unknown')).toMatchObject({ pin: NO_PIN, relay: 'Otra', ok: 0 })
    // Of one by its pin neither the pin nor the name is the edge's to say.
    await says('done', { pin: 27, relay: 'Barrera' })
    expect(await row()).toMatchObject({ pin: 17, relay: null, reason: 'done' })
  })

  it('follows the timeout of the hub, once, with its auto_off', async () => {
    await markTimeout(store.db, 1, 'c1', 1500)
    expect(await says('done')).toBe(true)
    expect(await says('failed')).toBe(false)
    expect(await says('auto_off')).toBe(true)
    await insertCommand(store.db, { ...ASKED, id: 'c3' })
    await closeAbandoned(store.db, ['r2'], 1500)
    expect(await says('failed', { id: 'c3', onMs: 0 })).toBe(true)
    expect(await says('done', { id: 'c3' })).toBe(false)
    expect(await row(1, 'c3')).toMatchObject({ reason: 'failed', ok: 0 })
  })

  it('of a command that the hub did not send stays that', async () => {
    await saveRefused(store.db, ASKED, 1200)
    expect(await says('done')).toBe(false)
    expect(await row()).toMatchObject({ reason: 'expired', ok: 0, on_ms: 0 })
  })

  it('of a relay that its device lost by a start is not told otherwise afterwards', async () => {
    await says('done', { onMs: 5000 })
    expect(await endAllOn(store.db, 1, 2400)).toEqual([{ id: 'c1', ...RELAY, on_ms: 400 }])
    expect(await endAllOn(store.db, 1, 2500)).toEqual([])
    for (const later of REASONS) expect(await says(later)).toBe(false)
    expect(await row()).toMatchObject({ reason: 'auto_off', on_ms: 400, finished_at: 2400 })
  })
})

it('is the same of many at once as of one after the other', async () => {
  const told = fc.record({
    reason: fc.constantFrom(...REASONS),
    id: fc.constantFrom('c1', 'c2', 'c3'),
    agentId: fc.constantFrom(1, 2),
    state: fc.constantFrom(0 as const, 1 as const),
    onMs: fc.nat(9),
  })
  const rows = () =>
    store.db.selectFrom('relay_commands').selectAll().orderBy('agent_id').orderBy('id').execute()
  const begin = async (isTimedOut: boolean) => {
    await store.db.deleteFrom('relay_commands').execute()
    await insertCommand(store.db, ASKED)
    await insertCommand(store.db, { ...ASKED, id: 'c2', state: 0 })
    if (isTimedOut) await markTimeout(store.db, 1, 'c1', 1500)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(told, { maxLength: 12 }), fc.boolean(), async (all, isTimedOut) => {
      const results = all.map(({ reason, ...more }) => said(reason, more))
      await begin(isTimedOut)
      const left: unknown[] = []
      for (const result of results) left.push(...(await saveCommandResults(store.db, [result])))
      const oneByOne = await rows()
      await begin(isTimedOut)
      expect(await saveCommandResults(store.db, results)).toEqual(left)
      expect(await rows()).toEqual(oneByOne)
    }),
    { numRuns: runs(60) },
  )
})

it('that an agent makes up by the thousand cost its next start the newest alone', async () => {
  const many = (n: number, at: number) =>
    Array.from({ length: n }, (_, i) => ({ ...said('done', { id: `x${at}-${i}` }), at }))
  await saveCommandResults(store.db, many(5000, 2000))
  await saveCommandResults(store.db, many(10, 2001))
  const ended = await endAllOn(store.db, 1, 2400)
  expect(ended).toHaveLength(1000)
  expect(ended.filter(({ id }) => id.startsWith('x2001'))).toHaveLength(10)
})

it('of another agent touches no row of this one, and looks as if nobody asked', async () => {
  const before = await row()
  expect(await says('done', { agentId: 2 })).toBe(true)
  expect(await row()).toEqual(before)
  expect(await row(2)).toMatchObject({ actor: 'agent', address: null, audited: 1 })
  expect(await endAllOn(store.db, 2, 2100)).toHaveLength(1)
  expect(await row()).toEqual(before)
})
