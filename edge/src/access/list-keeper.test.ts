import type { AccessHave, ListRow } from '@vehicle-control/protocol'
import { bucketOf } from '@vehicle-control/protocol/access/list-digest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filledHub, Gate, GateDisk, tag } from '../testing/list-gate.ts'
import { ListHub, OPEN_POLICY } from '../testing/list-hub.ts'

let disk: GateDisk
beforeEach(() => {
  disk = new GateDisk()
})
afterEach(() => disk.remove())

it('a gate loads a list from nothing, says what it holds, and knows it after a restart', async () => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  await gate.take(hub.head())
  expect(gate.said).toMatchObject([{ list: null, complete: false, mode: 'off', policy: null }])
  expect(gate.passes('E2801')).toBe(false)
  await gate.take(...hub.framesFor(gate.said[0] as AccessHave))
  expect(gate.said).toHaveLength(2)
  expect(gate.said[1]).toMatchObject({
    list: hub.list,
    ...hub.content,
    complete: true,
    mode: 'observe',
    refused: [],
  })
  expect(gate.said[1]).not.toHaveProperty('buckets')
  expect(['E2801', 'E2807', 'E280'].map((uid) => gate.passes(uid))).toEqual([true, false, false])
  // Nothing new is nothing to say.
  await gate.take(hub.head())
  expect(gate.said).toHaveLength(2)

  const again = await Gate.start(disk)
  expect(['E2801', 'E2807', 'E280'].map((uid) => again.passes(uid))).toEqual([true, false, false])
  await again.take(hub.head())
  expect(again.said).toMatchObject([{ list: hub.list, ...hub.content, complete: true }])
})

it('an edit is one bucket and one small answer, and so is the next one', async () => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  await gate.take(hub.head())
  await gate.take(...hub.framesFor(gate.said[0] as AccessHave))
  for (const group of [4, 5]) {
    hub.put(['E2803', 1, 5, 9, group, 1])
    const before = gate.said.length
    await gate.take(hub.head())
    expect(gate.said).toHaveLength(before + 1)
    const frames = hub.framesFor(gate.said.at(-1) as AccessHave)
    expect(frames.map(({ type }) => type)).toEqual(['access_bucket', 'access_head'])
    await gate.take(...frames)
    expect(gate.said).toHaveLength(before + 2)
    expect(gate.said.at(-1)).toMatchObject({ ...hub.content, list: hub.list })
    expect(gate.keeper.facts('E2803').row).toEqual(['E2803', 1, 5, 9, group, 1])
  }
})

it('a list that is edited while it is loaded arrives, and allows nothing before it was whole once', async () => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  await gate.take(hub.head())
  for (const frame of hub.framesFor(gate.said[0] as AccessHave)) {
    if (frame.type === 'access_head') break
    // What was made of the list just now goes out behind the head of a later edit.
    const made = frame.type === 'access_bucket' ? hub.bucket(frame.bucket) : frame
    hub.put(['E2803', 1, null, null, hub.list.edits, 1])
    await gate.take(hub.head(), made)
    expect(gate.passes('E2801')).toBe(false)
  }
  const loaded = [...hub.rows.keys()].filter((uid) => gate.keeper.facts(uid).row !== undefined)
  expect(loaded).toHaveLength(hub.rows.size)
  const said = gate.said.length
  await gate.take(...hub.framesFor(gate.said.at(-1) as AccessHave))
  expect(gate.said).toHaveLength(said + 1)
  expect(gate.said.at(-1)).toMatchObject({ ...hub.content, complete: true })
  expect(gate.passes('E2801')).toBe(true)
})

it('a gate whose rules are off has no file; a policy of a newer hub is kept for the next version', async () => {
  const off = new ListHub(undefined, { ...OPEN_POLICY, mode: 'off' })
  const gate = await Gate.start(disk)
  expect(await gate.hear(off)).toMatchObject({ mode: 'off', policy: off.content.policy })
  expect(disk.file.open()).toBeNull()
  const newer = new ListHub()
  newer.policy = JSON.stringify({ ...OPEN_POLICY, mode: 'guess' })
  expect(await gate.hear(newer)).toMatchObject({ mode: 'off', policy: newer.content.policy })
  expect(disk.file.open()?.policy).toBe(newer.policy)
})

it('says the rules that it does not know, and goes by «observe» whatever a hub asks for', async () => {
  const hub = filledHub()
  const [rule] = OPEN_POLICY.rules
  const rules = [rule, { ...rule, id: 8, moon: 'full' }, { moon: 'new' }]
  hub.policy = JSON.stringify({ ...OPEN_POLICY, mode: 'enforce', rules })
  expect(await (await Gate.start(disk)).hear(hub)).toMatchObject({
    mode: 'observe',
    refused: [8, null],
  })
})

it.each([
  ['is no JSON', '{'],
  ['has no revision', '{}'],
])('a policy that %s changes nothing', async (_, json) => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  await gate.hear(hub)
  await gate.take({ type: 'access_policy', json })
  expect(gate.keeper.isActive).toBe(true)
  expect(disk.logged).toContain('the hub sent a policy that is none')
})

it('rows of another bucket, and a row twice, are not taken', async () => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  await gate.hear(hub)
  const list = { ...hub.list, edits: hub.list.edits + 1 }
  const bucket = bucketOf('NEW')
  const twice: ListRow = ['NEW', 2, null, null, 0, 1]
  const frame = { type: 'access_bucket', list } as const
  await gate.take({ ...frame, bucket: (bucket + 1) % 256, rows: [tag('NEW')] })
  await gate.take({ ...frame, bucket, rows: [tag('NEW'), twice] })
  expect(gate.keeper.facts('NEW').row).toBeUndefined()
  expect(gate.keeper.digest).toBe(hub.content.digest)
})

it('an unequal state is not told on and on', async () => {
  const hub = filledHub()
  const gate = await Gate.start(disk)
  for (let i = 0; i < 5; i++) await gate.take(hub.head())
  expect(gate.said).toHaveLength(1)
  disk.mono += 30_000
  await gate.take(hub.head())
  expect(gate.said).toHaveLength(2)
})

describe('a hub that was restored from an older copy', () => {
  it('changes nothing, with its list nor with a new one, until the list held is given up', async () => {
    const hub = filledHub()
    const older = hub.copy()
    const gate = await Gate.start(disk)
    hub.deny('E2801')
    hub.remove('E2802')
    await gate.hear(hub)
    const held = hub.list

    expect(await gate.hear(older)).toMatchObject({ list: held, ...hub.content })
    older.list = { id: 'bbbbbbbbbbbbbbbb', edits: 500 }
    expect(await gate.hear(older)).toMatchObject({ list: held, ...hub.content })
    older.givenUp = { ...held, edits: held.edits - 1 }
    expect(await gate.hear(older)).toMatchObject({ list: held, ...hub.content })
    expect(['E2801', 'E2802'].map((uid) => gate.passes(uid))).toEqual([false, false])

    older.givenUp = held
    expect(await gate.hear(older)).toMatchObject({ list: older.list, ...older.content })
    expect(['E2801', 'E2802'].map((uid) => gate.passes(uid))).toEqual([true, true])
    // The list that was given up is an other one now.
    expect(await gate.hear(hub)).toMatchObject({ list: older.list, ...older.content })
  })

  it('is taken at once where it holds the same, by whatever name', async () => {
    const hub = filledHub()
    const gate = await Gate.start(disk)
    await gate.hear(hub)
    const other = hub.copy()
    other.list = { id: 'bbbbbbbbbbbbbbbb', edits: 2 }
    expect(await gate.hear(other)).toMatchObject({ list: other.list, ...hub.content })
    const again = await Gate.start(disk)
    expect(again.keeper.place).toEqual(other.list)
    other.put(tag('NEW'))
    expect(await again.hear(other)).toMatchObject(other.content)
  })

  it('lifts no denial where the gate has lost its database', async () => {
    const hub = filledHub()
    const older = hub.copy()
    hub.deny('E2801')
    await (await Gate.start(disk)).hear(hub)
    disk.loseFile()
    const gate = await Gate.start(disk)
    await gate.hear(older)
    expect(gate.keeper.place).toEqual(hub.list)
    expect(gate.keeper.facts('E2801')).toMatchObject({ isDenied: true, isComplete: false })
    expect(await gate.hear(hub)).toMatchObject({ ...hub.content, complete: true })
  })
})

describe('the hub’s word', () => {
  it('is that of the last equal head, and is known after a restart, by its age or in an other boot without', async () => {
    const hub = filledHub()
    const gate = await Gate.start(disk)
    await gate.hear(hub)
    const atMs = hub.wall
    disk.mono += 5000
    expect(gate.keeper.word()).toEqual({ atMs, agoMs: 5000 })
    hub.wall += 60_000
    hub.put(tag('NEW'))
    await gate.take(hub.head())
    expect(gate.keeper.word()).toMatchObject({ atMs })
    await gate.hear(hub)
    expect(gate.keeper.word()).toEqual({ atMs: hub.wall, agoMs: 0 })
    const { keeper: sameBoot } = await Gate.start(disk)
    // Of the write that came with the bucket, or later.
    expect(sameBoot.word()?.agoMs).not.toBeNull()
    const { keeper: otherBoot } = await Gate.start(disk, 'boot-2')
    expect(otherBoot.word()).toMatchObject({ agoMs: null })
  })

  it('goes to the card every ten minutes at most', async () => {
    const hub = filledHub()
    const gate = await Gate.start(disk)
    await gate.hear(hub)
    let writes = 0
    disk.beforeWrite = () => void writes++
    for (let minute = 0; minute < 30; minute++) {
      disk.mono += 60_000
      hub.wall += 60_000
      await gate.take(hub.head())
    }
    expect(writes).toBe(3)
  })
})
