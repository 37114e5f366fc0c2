import type { WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentAlerts } from '../alerts/alerts.ts'
import { AgentSide, epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide
let device: TestDevice
beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
  device = await hub.connect()
  await device.hello()
})
afterEach(() => hub.end())

/** What takes most for its bytes: a status whose readers are none. */
const bad = (seq: number): WireEntry => {
  return readEntry(seq, '', { kind: 'status', data: { readers: Array(64).fill({}) } })
}
const letters = () => hub.db.selectFrom('dead_letters').selectAll().orderBy('id').execute()
const alerts = async () => {
  const presence = { isConnected: () => true, lastSeen: () => null }
  return (await currentAlerts(hub.db, presence, Date.now())).map(({ kind, detail }) => [
    kind,
    detail,
  ])
}

it('are acked with the good ones around them, however many, and counted to the last', async () => {
  const stretch = 3000
  for (let prev = 0; prev < stretch + 500; prev += 250) {
    const entries = Array.from({ length: 250 }, (_, i) => {
      const seq = prev + i + 1
      return seq > 250 && seq <= stretch + 250 ? bad(seq) : readEntry(seq)
    })
    expect(await device.batch(epoch, prev, entries)).toMatchObject({ watermark: prev + 250 })
  }
  const rows = await letters()
  const [last] = rows.slice(-1)
  expect(rows).toHaveLength(100)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(stretch)
  expect([rows[0]?.seq, last?.seq, last?.last_seq]).toEqual([251, 350, 3250])
  expect(await alerts()).toEqual([['bad_entries', '3000']])
  const reads = await hub.db.selectFrom('reads').select('seq').execute()
  expect(reads).toHaveLength(500)
})

it('raise no alert where they are few', async () => {
  await device.batch(epoch, 0, [bad(1), readEntry(2), bad(3)])
  expect(await letters()).toHaveLength(2)
  expect(await alerts()).toEqual([])
})

it('are none where they were stored before', async () => {
  const entries = [bad(1), bad(2)]
  for (let i = 0; i < 3; i++) await device.batch(epoch, 0, entries)
  expect((await letters()).map(({ seq, count }) => [seq, count])).toEqual([
    [1, 1],
    [2, 1],
  ])
})
