import { createHash } from 'node:crypto'
import {
  type Decision,
  decide,
  KIND_NUMBERS,
  type ListRow,
  readPolicy,
  ROW_STATES,
  type WrittenDecision,
} from '@vehicle-control/protocol'
import { DEMO_BLOCKED, DEMO_RULE } from '../demo-access.ts'
import { DEMO_ASSETS, DEMO_VEHICLES } from '../demo-fleet.ts'
import { DEMO_READER } from '../demo-gates.ts'
import type { Sighting } from './gate-entries.ts'

const DAY_MS = 86_400_000
const LIST_AGE_MS = 40_000

/** What the demo's main gate, which observes, decided on the tags that it read until `now`. */
export function demoDecider(now: number): (sighting: Sighting) => WrittenDecision {
  const offsets = { spans: [{ from: 0, minutes: 0 }], until: now + DAY_MS }
  const policy = readPolicy({ revision: 1, mode: 'observe', rules: [DEMO_RULE], offsets })
  const rows = new Map<string, ListRow>([
    ...DEMO_VEHICLES.map(({ tag }) => rowOf(tag, 'vehicle')),
    ...DEMO_ASSETS.map(({ tag, type }) => rowOf(tag, type)),
  ])
  const digest = createHash('sha256').update('demo').digest('hex')
  return ({ uid, at }) => {
    const row = rows.get(uid)
    const isDenied = uid === DEMO_BLOCKED.tag && at >= now - DEMO_BLOCKED.days * DAY_MS
    const time = { nowMs: at, floorMs: at - LIST_AGE_MS }
    const facts = { uid, reader: DEMO_READER, policy, isComplete: true, isDenied, row, time }
    const decision = decide({ ...facts, listAgeMs: LIST_AGE_MS })
    if (decision === null) throw new Error('the main gate of the demo has a rule for its reader')
    return written(decision, { uid, digest, time, row })
  }
}

function written(
  { verdict, reason, rule, marked }: Decision,
  {
    uid,
    digest,
    time,
    row,
  }: { uid: string; digest: string; time: WrittenDecision['time']; row: ListRow | undefined },
): WrittenDecision {
  return {
    uid,
    reader: DEMO_READER,
    verdict,
    reason,
    mode: 'observe',
    ...(rule !== null && { rule }),
    ...(marked && { marked }),
    previous: true,
    list: { digest, ageMs: LIST_AGE_MS },
    time,
    ...(row !== undefined && { row: row.slice(1) as (number | null)[] }),
  }
}

function rowOf(tag: string, kind: keyof typeof KIND_NUMBERS): [string, ListRow] {
  return [tag, [tag, ROW_STATES.allowed, null, null, 0, KIND_NUMBERS[kind]]]
}
