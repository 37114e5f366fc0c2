import { MAX_BATCH_ENTRIES } from '@vehicle-control/protocol'

const DAY_MS = 86_400_000

/** An entry of a flood; `step` seqs after the one before it. */
interface FloodEntry {
  kind: string
  data: unknown
  step?: number
  /** Milliseconds since it happened; null: in an earlier boot, `at` tells. */
  age?: number | null
  at?: number
}

/** Entries of one sort, the n-th of which costs the hub much for its bytes. */
export type DearEntries = (n: number, now: number) => FloodEntry

const reader = (id: string) => ({
  id,
  type: '',
  path: '',
  state: 'open',
  simulated: false,
  noise: 0,
})
const status = (change: object) => ({
  version: '',
  event: 'periodic',
  readers: [],
  clock: 'hub',
  outbox: { bytes: 0, maxBytes: 0, unacked: 0 },
  suppressWindowMs: 0,
  ...change,
})
const READERS = Array.from({ length: 64 }, (_, i) => reader(String(i)))
const NOTHINGS = Array.from({ length: 64 }, () => ({}))
const KINDS = Object.fromEntries(Array.from({ length: 2600 }, (_, i) => [i.toString(36), 1]))

/** What each kind of entry can cost, by name. */
export const DEAR_ENTRIES: Readonly<Record<string, DearEntries>> = {
  'bad readers': () => ({ kind: 'status', data: { readers: NOTHINGS } }),
  'texts that are objects': () => ({
    kind: 'status',
    data: { readers: NOTHINGS.map(() => ({ id: { length: {} } })) },
  }),
  'bad reads': () => ({ kind: 'read', data: {} }),
  'long bad reads': () => ({ kind: 'read', data: { uid: '', x: 'x'.repeat(30_000) } }),
  'nested data': () => ({ kind: 'read', data: { x: '[[[{}],[{}]]]'.repeat(100) } }),
  'whole statuses': (n) => ({
    kind: 'status',
    data: status({ event: 'reader', readers: READERS.map((one) => ({ ...one, noise: n })) }),
  }),
  events: (n) => ({ kind: 'status', data: status({ event: 'clock', detail: String(n) }) }),
  'gaps of many kinds': (n) => ({
    kind: 'gap',
    data: { from: null, to: null, counts: KINDS, reason: n % 2 === 0 ? 'ring' : 'cap' },
  }),
  gaps: () => ({ kind: 'gap', data: { from: null, to: null, counts: {}, reason: 'ring' } }),
  'gaps that reach back': () => ({
    kind: 'gap',
    data: { from: 1, to: 9_000_000_000, counts: { read: 1 }, reason: 'cap' },
  }),
  holes: (n) => ({ kind: 'read', step: 2, data: { uid: `A${n % 10}`, reader: 'g' } }),
  'results of nobody’s commands': (n) => ({
    kind: 'command_result',
    data: { id: `x${n}`, pin: 17, state: 0, ok: true, onMs: 0, reason: 'done' },
  }),
  'a result again': () => ({
    kind: 'command_result',
    data: { id: 'x', pin: 17, state: 0, ok: true, onMs: 0, reason: 'done' },
  }),
  'minutes of telemetry': (n, now) => ({
    kind: 'telemetry',
    age: null,
    at: now - (n % 300_000) * 60_000,
    data: { type: 'gas', source: `s${n}`, value: 0, unit: '' },
  }),
  'reads of unknown tags': (n) => ({ kind: 'read', data: { uid: `F00D${n}`, reader: 'g' } }),
  'reads of other days': (n, now) => ({
    kind: 'read',
    age: null,
    at: now - (n % 2000) * DAY_MS,
    data: { uid: `C0DE${n % 100}`, reader: 'g' },
  }),
  repeats: (n) => ({
    kind: 'suppressed',
    data: { uid: `F00D${n}`, reader: 'g', count: 1, spanMs: 0 },
  }),
}

/** A frame of entries, as many as fit into `maxBytes`, and the seq of its last one. */
export function packed(
  head: { type: 'batch' | 'live'; epoch: string },
  make: DearEntries,
  { prev, n, maxBytes }: { prev: number; n: number; maxBytes: number },
): { frame: string; last: number; next: number } {
  const now = Date.now()
  const entries: string[] = []
  let [last, next, bytes] = [prev, n, 200]
  while (entries.length < MAX_BATCH_ENTRIES) {
    const { kind, data, step = 1, age = 1, at = now - (age ?? 0) } = make(next, now)
    const text = JSON.stringify({ seq: last + step, kind, at, age, clock: 'hub', data })
    bytes += text.length + 1
    if (entries.length > 0 && bytes > maxBytes) break
    entries.push(text)
    last += step
    next++
  }
  const from = head.type === 'batch' ? { prev } : {}
  const start = JSON.stringify({ ...head, ...from, mono: 1 }).slice(0, -1)
  return { frame: `${start},"entries":[${entries.join(',')}]}`, last, next }
}
