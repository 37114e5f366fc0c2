import { DecisionData, DecisionDetail, type WrittenDecision } from '@vehicle-control/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TagRead } from '../readers/reader.ts'
import { filledHub, Gate, GateDisk } from '../testing/list-gate.ts'
import { OPEN_POLICY } from '../testing/list-hub.ts'
import { createManualTime, type ManualTime } from '../testing/manual-time.ts'
import { GateDecisions } from './gate-decisions.ts'

const MINUTE = 60_000

let disk: GateDisk
let time: ManualTime
let gate: Gate
let decisions: GateDecisions
let written: (WrittenDecision & { at: number })[] = []
let isTaken = true
let isFresh = true
let ntpMs: number | null = null

beforeEach(async () => {
  disk = new GateDisk()
  gate = await Gate.start(disk)
  await gate.hear(filledHub())
  time = createManualTime({ mono: disk.mono })
  ;[written, isTaken, isFresh, ntpMs] = [[], true, true, null]
  decisions = new GateDecisions({
    list: gate.keeper,
    fresh: { isFresh: () => isFresh },
    ntpMs: () => ntpMs,
    isTaken: () => isTaken,
    timers: time.timers,
    write: (mono, decision) => void written.push({ at: mono, ...decision }),
  })
})
afterEach(() => disk.remove())

function see(uid: string, more: Partial<TagRead> = {}, isLastEntry = true): void {
  disk.mono = time.monotonic()
  decisions.sighted({ read: { uid, reader: 'gate', mono: disk.mono, ...more }, isLastEntry })
}
const told = () => written.map(({ uid, verdict, reason }) => `${uid} ${verdict} ${reason}`)

it('decides once on a visit, at its first read, and says all that it went by', () => {
  for (let i = 0; i < 5; i++) {
    see('E2801', {}, i === 0)
    time.advance(MINUTE - 1)
  }
  time.advance(MINUTE)
  see('E2801', {}, false)
  expect(told()).toEqual(['E2801 allow allowed', 'E2801 allow allowed'])
  const [first, second] = written
  expect(first).toEqual({
    at: 1000,
    uid: 'E2801',
    reader: 'gate',
    verdict: 'allow',
    reason: 'allowed',
    rule: 1,
    mode: 'observe',
    previous: true,
    list: { digest: filledHub().content.digest, ageMs: 0 },
    time: { nowMs: filledHub().wall, floorMs: filledHub().wall },
    row: [1, null, null, 0, 1],
  })
  expect(second).not.toHaveProperty('previous')
  expect(second?.list.ageMs).toBe(6 * MINUTE - 5)
  for (const one of written) {
    expect(DecisionData.parse(JSON.parse(JSON.stringify(one)))).toMatchObject({ uid: 'E2801' })
    expect(DecisionDetail.parse(one)).toMatchObject({ rule: 1 })
  }
})

it('says why not', () => {
  see('E2807')
  see('OTHER')
  see('E2801', { reader: 'nobody’s' })
  expect(told()).toEqual(['E2807 deny denied', 'OTHER deny unknown'])
  expect(written[0]).not.toHaveProperty('rule')
  expect(written[1]).not.toHaveProperty('row')
})

it('a visit begins where a rule stands, whatever read it before', () => {
  see('E2801', { reader: 'nobody’s' })
  see('E2801')
  see('E2801', { reader: 'nobody’s' })
  expect(told()).toEqual(['E2801 allow allowed'])
})

it('a read that has waited begins none, nor does one of a sender that nobody knows; repeats may', () => {
  isFresh = false
  see('E2801')
  isFresh = true
  see('E2802', { unauthenticated: true })
  expect(written).toEqual([])
  see('E2801', {}, false)
  expect(told()).toEqual(['E2801 allow allowed'])
  // A read that has waited is heard all the same.
  isFresh = false
  time.advance(MINUTE - 1)
  see('E2801')
  time.advance(MINUTE - 1)
  isFresh = true
  see('E2801')
  expect(written).toHaveLength(1)
})

it('nothing is decided for a hub that does not take it, nor where the rules are off', async () => {
  isTaken = false
  see('E2801')
  isTaken = true
  const hub = filledHub()
  hub.policy = JSON.stringify({ ...OPEN_POLICY, revision: 2, mode: 'off' })
  await gate.hear(hub)
  see('E2801')
  expect(written).toEqual([])
  hub.policy = JSON.stringify({ ...OPEN_POLICY, revision: 3 })
  await gate.hear(hub)
  see('E2801')
  expect(told()).toEqual(['E2801 allow allowed'])
})

describe('of unknown tags', () => {
  it('a minute’s first twenty are told one by one, the others as one', () => {
    for (let i = 0; i < 50; i++) see(`X${i}`)
    see('E2801')
    expect(written).toHaveLength(21)
    time.advance(MINUTE)
    expect(written).toHaveLength(22)
    expect(written[21]).toMatchObject({ uid: 'X20', reason: 'unknown', count: 30 })
    expect(written[21]).not.toHaveProperty('previous')
    for (let i = 50; i < 71; i++) see(`X${i}`)
    expect(written).toHaveLength(42)
    decisions.stop()
    expect(written[42]).toMatchObject({ uid: 'X70' })
    expect(written[42]).not.toHaveProperty('count')
    time.advance(10 * MINUTE)
    expect(written).toHaveLength(43)
    const all = written.filter(({ reason }) => reason === 'unknown')
    expect(all.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(71)
  })
})

describe('the time of a decision', () => {
  const DAY = 86_400_000

  /** A vehicle that is valid until an hour after the hub's last word. */
  async function withEnd(boot: string): Promise<void> {
    const hub = filledHub()
    hub.put(['E2801', 1, null, hub.wall + 3_600_000, 0, 1])
    await gate.hear(hub)
    const { keeper } = await Gate.start(disk, boot)
    decisions = new GateDecisions({
      list: keeper,
      fresh: { isFresh: () => true },
      ntpMs: () => ntpMs,
      isTaken: () => true,
      timers: time.timers,
      write: (mono, decision) => void written.push({ at: mono, ...decision }),
    })
  }

  it('goes on from the hub’s word without any other clock', async () => {
    await withEnd('boot-1')
    see('E2801')
    time.advance(3_600_001)
    see('E2801')
    expect(told()).toEqual(['E2801 allow allowed', 'E2801 deny expired'])
  })

  it('is nobody’s in an other boot without NTP, and then a date does not pass', async () => {
    await withEnd('boot-2')
    see('E2801')
    see('E2802')
    expect(told()).toEqual(['E2801 deny clock', 'E2802 allow allowed'])
    expect(written[0]).toMatchObject({ list: { ageMs: null }, time: { nowMs: null } })
  })

  it('is not that of 1970, nor of an NTP that the hub contradicts', async () => {
    await withEnd('boot-1')
    ntpMs = 5000
    see('E2801')
    ntpMs = filledHub().wall + DAY
    see('E2803')
    expect(told()).toEqual(['E2801 deny clock', 'E2803 allow allowed'])
    expect(written[1]).toMatchObject({ time: { nowMs: null, floorMs: filledHub().wall } })
    ntpMs = filledHub().wall + 60_000
    time.advance(2 * MINUTE)
    see('E2801')
    expect(told().at(-1)).toBe('E2801 allow allowed')
  })

  it('is NTP’s in an other boot; what the hub has said is the least', async () => {
    await withEnd('boot-2')
    ntpMs = filledHub().wall + DAY
    see('E2801')
    ntpMs = 0
    see('E2805')
    expect(told()).toEqual(['E2801 deny expired', 'E2805 allow allowed'])
    expect(written[0]).toMatchObject({ list: { ageMs: DAY } })
    expect(written[1]).toMatchObject({ time: { nowMs: null } })
  })
})
