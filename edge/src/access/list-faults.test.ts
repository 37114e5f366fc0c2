import type { AccessHave } from '@vehicle-control/protocol'
import { bucketOf } from '@vehicle-control/protocol/access/list-digest'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filledHub, Gate, GateDisk, tag } from '../testing/list-gate.ts'
import { ListHub, OPEN_POLICY } from '../testing/list-hub.ts'
import type { AccessFrame } from './list-keeper.ts'

let disk: GateDisk
beforeEach(() => {
  disk = new GateDisk()
})
afterEach(() => disk.remove())

const TAGS = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6'] as const
const edits = fc.array(
  fc.tuple(fc.constantFrom('put', 'remove', 'deny', 'lift'), fc.constantFrom(...TAGS), fc.nat(3)),
  { minLength: 1, maxLength: 12 },
)
type Edit = [what: string, uid: string, group: number]
const faults = fc.array(
  fc.tuple(fc.constantFrom('drop', 'double', 'late', 'restart'), fc.nat(60)),
  { maxLength: 10 },
)

function edit(hub: ListHub, [what, uid, group]: Edit): void {
  const isDenied = hub.denied.has(uid)
  if (what === 'deny') hub.deny(uid)
  else if (isDenied && what === 'lift') hub.lift(uid)
  else if (!isDenied && what === 'put') hub.put([uid, 1, null, null, group, 1])
  else if (!isDenied && what === 'remove') hub.remove(uid)
}

/** All that a hub tells of these tags to a gate that has nothing of its list. */
function allOf(hub: ListHub, uids: readonly string[]): AccessFrame[] {
  const have = { ...hub.content, digest: '', denied: '' } as AccessHave
  const buckets = new Set(uids.map(bucketOf))
  return hub
    .framesFor(have)
    .filter((frame) => frame.type !== 'access_bucket' || buckets.has(frame.bucket))
}

/** The frames as they come where some are lost, come twice or late. */
function disturbed(frames: readonly AccessFrame[], wrong: readonly [string, number][]) {
  const coming = [...frames]
  for (const [what, place] of wrong) {
    const i = place % Math.max(1, coming.length)
    if (what === 'drop') coming.splice(i, 1)
    if (what === 'double') coming.splice(place % (i + 1), 0, ...coming.slice(i, i + 1))
    if (what === 'late') coming.push(...coming.splice(i, 1))
  }
  return coming
}

it('frames that are lost, doubled and late show old rows or new ones, let no denied tag go, and end equal', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(edits, edits, edits, faults, async (before, first, then, wrong) => {
      disk.remove()
      disk = new GateDisk()
      const hub = new ListHub()
      for (const one of before) edit(hub, one)
      const backup = hub.copy()
      for (const one of first) edit(hub, one)
      let gate = await Gate.start(disk)
      await gate.hear(hub)

      const been = new Map(TAGS.map((uid) => [uid, [hub.rows.get(uid)]]))
      /** Denied all the time. */
      const never = new Set(hub.denied)
      const frames: AccessFrame[] = []
      for (const one of then) {
        edit(hub, one)
        for (const uid of never) if (!hub.denied.has(uid)) never.delete(uid)
        for (const [uid, rows] of been) rows.push(hub.rows.get(uid))
        // The hub of before comes back in between.
        frames.push(...allOf(hub, [one[1]]), ...allOf(backup, TAGS))
      }
      const restarts = new Set(wrong.flatMap(([what, at]) => (what === 'restart' ? [at] : [])))
      for (const [i, frame] of disturbed(frames, wrong).entries()) {
        await gate.take(frame)
        if (restarts.has(i)) gate = await Gate.start(disk)
        for (const uid of never) expect(gate.passes(uid)).toBe(false)
        for (const [uid, rows] of been) expect(rows).toContainEqual(gate.keeper.facts(uid).row)
        taken++
      }
      expect(await gate.hear(hub)).toMatchObject({ ...hub.content, complete: true })
      for (const uid of hub.denied) expect(gate.passes(uid)).toBe(false)
      for (const uid of TAGS) expect(gate.keeper.facts(uid).row).toEqual(hub.rows.get(uid))
    }),
    { numRuns: 60 * Number(process.env['LONG'] || 1) },
  )
  expect(taken).toBeGreaterThan(500)
})

describe('a disk that takes nothing', () => {
  const full = () => {
    throw new Error('SQLITE_FULL')
  }

  it('denies at once all the same, and does not say that it is kept', async () => {
    const hub = filledHub()
    const gate = await Gate.start(disk)
    await gate.hear(hub)
    const before = hub.content
    hub.deny('E2801')
    disk.beforeWrite = full
    expect(await gate.hear(hub)).toMatchObject({ digest: before.digest, denied: before.denied })
    expect(gate.passes('E2801')).toBe(false)
    expect(disk.logged.filter((one) => one === 'the list is not kept')).toHaveLength(1)
    disk.beforeWrite = () => {}
    disk.mono += 30_000
    expect(await gate.hear(hub)).toMatchObject(hub.content)
  })

  it('goes by a policy at once', async () => {
    const hub = filledHub()
    const gate = await Gate.start(disk)
    await gate.hear(hub)
    hub.policy = JSON.stringify({ ...OPEN_POLICY, revision: 2, mode: 'off' })
    disk.beforeWrite = full
    expect(await gate.hear(hub)).toMatchObject({ mode: 'off' })
    expect(gate.said.at(-1)?.policy).not.toBe(hub.content.policy)
    expect(gate.keeper.isActive).toBe(false)
  })
})

it('a file that is damaged under a running edge is written again, all of it', async () => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  await gate.hear(hub)
  hub.put(tag('NEW'))
  disk.isDamaged = true
  expect(await gate.hear(hub)).toMatchObject({ ...hub.content, complete: true })
  const again = await Gate.start(disk)
  expect(again.keeper.digest).toBe(hub.content.digest)
  expect(again.keeper.isWhole).toBe(true)
  expect(again.passes('NEW')).toBe(true)
})

it('a file that cannot be written again is not said to hold anything', async () => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  await gate.hear(hub)
  const before = hub.copy()
  hub.put(tag('NEW'))
  disk.isDamaged = true
  let writes = 0
  disk.beforeWrite = () => {
    if (++writes > 5) throw new Error('SQLITE_FULL')
  }
  expect(await gate.hear(hub)).not.toMatchObject({ digest: hub.content.digest })
  // What it held before is not on the card either.
  expect(await gate.hear(before)).toBeUndefined()
  const half = await Gate.start(disk)
  expect(half.keeper.isWhole).toBe(false)
  expect(half.passes('E2801')).toBe(false)
  expect(half.keeper.facts('E2807').isDenied).toBe(true)
  disk.beforeWrite = () => {}
  disk.mono += 30_000
  expect(await gate.hear(hub)).toMatchObject({ ...hub.content, complete: true })
})

it('a bucket that was damaged on the card decides nothing, the others do, and it is fetched again', async () => {
  const hub = filledHub()
  await (await Gate.start(disk)).hear(hub)
  const broken = disk.allBuckets().find(({ bucket }) => bucket === bucketOf('E2801'))
  if (broken === undefined) throw new Error('no such bucket')
  const rows = new Uint8Array(broken.rows ?? [])
  rows[3] = (rows[3] ?? 0) ^ 1
  disk.file.write({ bucket: { ...broken, rows } })
  const gate = await Gate.start(disk)
  expect(gate.keeper.facts('E2801')).toMatchObject({ isComplete: false, row: undefined })
  const other = [...hub.rows.keys()].find(
    (uid) => bucketOf(uid) !== broken.bucket && !hub.denied.has(uid),
  )
  expect(gate.passes(other ?? '')).toBe(true)
  await gate.take(hub.head())
  expect(gate.said[0]).toMatchObject({ complete: false })
  expect(await gate.hear(hub)).toMatchObject({ ...hub.content, complete: true })
  expect(gate.passes('E2801')).toBe(true)
})

it('a bucket that is missing on the card is seen by the digest of all', async () => {
  const hub = filledHub()
  await (await Gate.start(disk)).hear(hub)
  const kept = disk.file.open()
  const missing = bucketOf('E2801')
  const others = disk.allBuckets().filter(({ bucket }) => bucket !== missing)
  disk.loseFile()
  for (const one of others)
    disk.file.write({ bucket: { ...one, rows: one.rows ?? new Uint8Array() } })
  disk.file.write({ state: kept?.state ?? '', policy: kept?.policy ?? '' })
  const gate = await Gate.start(disk)
  expect(gate.keeper.facts('E2801').isComplete).toBe(false)
  expect(await gate.hear(hub)).toMatchObject({ ...hub.content, complete: true })
})
