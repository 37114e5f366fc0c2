import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentSide, epochRange, epochs, readEntry, type TestDevice } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide
let device: TestDevice
beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
  device = await hub.connect()
  await device.hello({ epochs: [epochRange(epoch)] })
})
afterEach(() => hub.end())

async function metric(line: string): Promise<number> {
  const all = (await hub.registry.metrics()).split('\n')
  return Number(
    all
      .find((each) => each.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  )
}

it('counts lost entries by reason, from 0: a first loss must be seen to rise', async () => {
  expect(await metric('vc_ingest_lost_total{reason="cap"}')).toBe(0)
  const gap = { from: 2, to: 9, counts: { read: 5, telemetry: 3 }, reason: 'cap' }
  const entries = [readEntry(1), readEntry(9, '', { kind: 'gap', data: gap })]
  await device.batch(epoch, 0, entries)
  await device.batch(epoch, 0, entries)
  expect(await metric('vc_ingest_lost_total{reason="cap"}')).toBe(8)
  await device.batch(epoch, 9, [readEntry(12)])
  expect(await metric('vc_ingest_lost_total{reason="missing"}')).toBe(2)
})

it('counts what agents answer to relay commands, and entries that do not fit', async () => {
  const data = { id: 'c1', pin: 17, state: 1, ok: false, onMs: 0, reason: 'expired' }
  const result = readEntry(1, '', { kind: 'command_result', data })
  await device.batch(epoch, 0, [result, readEntry(2, '', { data: {} })])
  expect(await metric('vc_command_results_total{reason="expired"}')).toBe(1)
  expect(await metric('vc_ingest_entries_total{kind="deadLetters"}')).toBe(1)
})

it('times the oldest read of a frame once: not when its batch comes after, nor when it is late', async () => {
  const live = [readEntry(1, 'A', { age: 700 }), readEntry(2, 'B', { age: 10 })]
  device.send({ type: 'live', epoch, mono: 1, entries: live })
  await expect.poll(() => metric('vc_live_lag_seconds_count')).toBe(1)
  expect(await metric('vc_live_lag_seconds_bucket{le="0.5"}')).toBe(0)
  await device.batch(epoch, 0, [...live, readEntry(3, 'C', { age: 100_000 })])
  expect(await metric('vc_live_lag_seconds_count')).toBe(1)
  await device.batch(epoch, 3, [readEntry(4, 'D', { age: 3 })])
  expect(await metric('vc_live_lag_seconds_count')).toBe(2)
})
