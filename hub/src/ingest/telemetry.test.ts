import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentSide, epochs, readEntry } from '../testing/agent-side.ts'
import { SOURCES_MAX } from './agent-budget.ts'

const [epoch] = epochs
let hub: AgentSide
beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
})
afterEach(() => hub.end())

const minute = 60_000
const start = Math.floor(Date.now() / minute) * minute - 10 * minute
const sample = (seq: number, at: number, value: number) => {
  const data = { type: 'temp', value, unit: '°C' }
  return readEntry(seq, '', { kind: 'telemetry', at, age: null, data })
}
const minutes = () =>
  hub.db
    .selectFrom('telemetry_minutes')
    .select(['agent_id', 'type', 'minute', 'sum', 'count'])
    .orderBy('minute')
    .execute()

it('adds each sample to its minute once, however often its batch arrives', async () => {
  const device = await hub.connect()
  await device.hello()
  const entries = [
    sample(1, start, 20),
    sample(2, start + minute - 1, 21),
    sample(3, start + minute, 30),
  ]
  await device.batch(epoch, 0, entries)
  await device.batch(epoch, 0, entries)
  await device.batch(epoch, 3, [sample(4, start, 25)])
  const key = { agent_id: 1, type: 'temp' }
  expect(await minutes()).toEqual([
    { ...key, minute: start, sum: 66, count: 3 },
    { ...key, minute: start + minute, sum: 30, count: 1 },
  ])
})

it('acks what no sensor can measure, since a batch that never stores would block its edge', async () => {
  const device = await hub.connect()
  await device.hello()
  const entries = [sample(1, start, 1.7e308), sample(2, start, 1.7e308)]
  expect(await device.batch(epoch, 0, entries)).toMatchObject({ watermark: 2 })
  expect(await minutes()).toMatchObject([{ count: 2 }])
})

it('of more sources than an agent can have is set aside', async () => {
  const device = await hub.connect()
  await device.hello()
  const entries = Array.from({ length: SOURCES_MAX + 80 }, (_, i) => {
    const data = { type: 'gas', source: `s${i}`, value: 1, unit: 'V' }
    return readEntry(i + 1, '', { kind: 'telemetry', at: start, age: null, data })
  })
  await device.batch(epoch, 0, entries)
  const [again] = entries
  if (again === undefined) throw new Error('no entry')
  await device.batch(epoch, entries.length, [{ ...again, seq: entries.length + 1 }])
  expect(await minutes()).toHaveLength(SOURCES_MAX)
  const letters = await hub.db.selectFrom('dead_letters').select('error').execute()
  expect(letters).toHaveLength(80)
  expect(letters[0]?.error).toMatch(/more sources/)
})
