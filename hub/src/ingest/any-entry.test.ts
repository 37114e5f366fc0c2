import { type WireEntry, WireEntry as Entry } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recentLosses } from '../store/reports/alerts.ts'
import { AgentSide, epochs } from '../testing/agent-side.ts'

const [epoch] = epochs
let hub: AgentSide
beforeEach(async () => {
  hub = new AgentSide()
  await hub.start()
})
afterEach(() => hub.end())

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 70 }),
  fc.constantFrom('', '\0', 'a\0b', '\ud800', "';--", '{"a":1}', '{}', 'NULL', '\\', '"'),
)
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, 17, 27, 2 ** 31, 2 ** 53, 1e15, 1.5, 5e-324, 1.7e308),
)
const of = (key: string, value: fc.Arbitrary<unknown>) =>
  fc.record({ [key]: value }, { requiredKeys: [] })
const counts = fc.dictionary(text, number, { maxKeys: 3 })
const reader = fc.record({
  id: text,
  type: text,
  path: text,
  state: fc.constantFrom('open', 'closed'),
  simulated: fc.boolean(),
  error: text,
  warning: text,
  noise: number,
})

const sensor = fc.record({
  source: text,
  types: fc.constantFrom(['temp'], [], ['x']),
  state: fc.constantFrom('ok', 'stale'),
  error: text,
})
const input = fc.record({
  id: text,
  pin: fc.constantFrom(5, -1),
  rule: fc.constantFrom('fire', 'report'),
  active: fc.option(fc.boolean()),
  sense: fc.constantFrom('loop', 'barrier_open', 'later'),
})
const barrier = fc.record(
  {
    name: text,
    position: fc.constantFrom('open', 'contradictory', 'later'),
    leftOpenMs: number,
  },
  { requiredKeys: ['position'] },
)
const relays = fc.record({
  driver: text,
  simulated: fc.boolean(),
  pins: fc.constantFrom([17, 27], []),
  error: text,
})

/** Data that is nearly right more often than not, of every kind. */
const data: Record<string, fc.Arbitrary<unknown>> = {
  read: fc.record({ uid: text, reader: text, antenna: number, rssi: number, tid: text }),
  suppressed: fc.record({ uid: text, reader: text, count: number, spanMs: number, rssi: number }),
  telemetry: fc.record({
    type: fc.constantFrom('temp', 'undervoltage', 'input', 'x'),
    source: text,
    value: number,
    unit: text,
  }),
  command_result: fc.record({
    id: fc.constantFrom('a', 'b', 'a b'),
    pin: fc.constantFrom(17, 27, 3),
    state: fc.constantFrom(0, 1),
    ok: fc.boolean(),
    onMs: number,
    reason: fc.constantFrom('done', 'auto_off', 'failed'),
  }),
  status: fc.record({
    version: text,
    event: fc.constantFrom('started', 'periodic'),
    detail: text,
    readers: fc.array(reader, { maxLength: 3 }),
    sensors: fc.array(sensor, { maxLength: 2 }),
    inputs: fc.array(input, { maxLength: 2 }),
    barriers: fc.array(barrier, { maxLength: 3 }),
    relays: fc.option(relays),
    clock: fc.constantFrom('synced', 'hub'),
    outbox: fc.record({ bytes: number, maxBytes: number, unacked: number }),
    suppressWindowMs: number,
  }),
  gap: fc.record({
    from: fc.option(number),
    to: fc.option(number),
    counts,
    reason: fc.constantFrom('cap', 'ring'),
  }),
  decision: fc.record({
    uid: text,
    reader: text,
    verdict: fc.constantFrom('allow', 'deny', 'later'),
    reason: text,
    mode: fc.constantFrom('observe', 'enforce', ''),
    rule: number,
    marked: fc.constantFrom(true, false),
    list: fc.constantFrom({ digest: 'ab', ageMs: null }, 'none'),
    previous: fc.constantFrom(true, 1),
    count: number,
    later: fc.constantFrom('a\0b', '\ud800', ['x'], 7),
  }),
}

const anyEntry = fc
  .constantFrom(...Object.keys(data))
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      at: number,
      age: fc.option(fc.nat()),
      clock: fc.constantFrom('synced', 'hub', 'corrected', 'unsynced'),
      data: fc
        .tuple(data[kind] ?? of('x', text), of('more', text))
        .map((parts) => Object.assign({}, ...parts)),
    }),
  )
  .filter((entry) => Entry.safeParse({ seq: 1, ...entry }).success) as fc.Arbitrary<
  Omit<WireEntry, 'seq'>
>

test('acks whatever the protocol lets through: what is never stored would block its edge', async () => {
  let device = await hub.connect()
  await device.hello()
  let last = 0
  let sent = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 8 }), async (entries) => {
      // A long run would be closed for its rate: a burst is 400 frames.
      if (++sent % 300 === 0) {
        device = await hub.connect()
        await device.hello()
      }
      const prev = last
      const batch = entries.map((entry) => ({ ...entry, seq: ++last }))
      const { watermark } = await device.batch(epoch, prev, batch as WireEntry[])
      expect(watermark).toBe(last)
    }),
    { numRuns: runs(200) },
  )
  const dead = await hub.db.selectFrom('dead_letters').select('id').execute()
  const reads = await hub.db.selectFrom('reads').select('id').execute()
  expect(dead.length).toBeGreaterThan(0)
  expect(reads.length).toBeGreaterThan(0)
})

test('acks halves of characters, which Postgres holds as one and the same', async () => {
  const device = await hub.connect()
  await device.hello()
  const halves = ['\ud800', '\udbff', 'a\udc00', '\ud83d\ude00']
  const reader = {
    type: 'line',
    path: '\ud800',
    state: 'closed',
    error: '\udfff',
    simulated: false,
  }
  const status = {
    version: '1\ud800',
    event: 'reader',
    detail: '\udc00',
    readers: halves.map((id) => ({ ...reader, id, noise: 0 })),
    clock: 'synced',
    outbox: { bytes: 1, maxBytes: 2, unacked: 0, blocked: '\ud800' },
    suppressWindowMs: 10_000,
  }
  const counts = Object.fromEntries(halves.map((half) => [half, 1]))
  const kinds = [
    ...halves.map((uid) => ['read', { uid, reader: uid }] as const),
    ['status', status],
    ['gap', { from: null, to: null, counts, reason: 'ring' }],
  ] as const
  const entries = kinds.map(([kind, data], i) => {
    return { seq: i + 1, kind, at: Date.now(), age: 5, clock: 'synced', data } as const
  })
  expect(await device.batch(epoch, 0, entries)).toMatchObject({ watermark: entries.length })
  const readers = await hub.db.selectFrom('agent_readers').select('reader').execute()
  const names = readers.map((row) => row.reader)
  expect(names.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['a\ufffd', '\ud83d\ude00', '\ufffd'])
  expect(await recentLosses(hub.readOnly, 0)).toMatchObject([{ reason: 'ring' }])
})

test('acks an entry whose text is an object with a length, for which zod throws', async () => {
  const device = await hub.connect()
  await device.hello()
  const data = { uid: { length: { toString: 0 } }, reader: 'gate' }
  const entry = { seq: 1, kind: 'read', at: Date.now(), age: 5, clock: 'synced', data } as const
  expect(await device.batch(epoch, 0, [entry])).toMatchObject({ watermark: 1 })
  expect(await hub.db.selectFrom('dead_letters').select('seq').execute()).toEqual([{ seq: 1 }])
})
