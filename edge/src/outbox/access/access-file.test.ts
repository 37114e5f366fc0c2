import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bucketOf } from '@vehicle-control/protocol/access/list-digest'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packRows } from '../../access/packed-row.ts'
import { AccessFile, type KeptBucket } from './access-file.ts'
import { packedDigest } from './packed-rows.ts'

const LIST = { id: 'aaaaaaaaaaaaaaaa', edits: 7 }

let folder = ''
let path = ''
let file: AccessFile
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'access-'))
  path = join(folder, 'access.db')
  file = new AccessFile(path, 'Gate-1')
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

function reopened(agent = 'gate-1'): AccessFile {
  file.close()
  file = new AccessFile(path, agent)
  return file
}

/** A bucket with rows in it. */
function bucketWith(bucket: number, count: number) {
  const uids: string[] = []
  for (let i = 0; uids.length < count; i++) {
    const uid = `E280${i}`
    if (bucketOf(uid) === bucket) uids.push(uid)
  }
  const rows = packRows(uids.map((uid) => [uid, 1, null, null, 0, 1]))
  return { bucket, rows, digest: packedDigest(rows) ?? new Uint8Array() }
}

function allBuckets(): KeptBucket[] {
  const all: KeptBucket[] = []
  for (let from: number | null = 0; from !== null;) {
    const { buckets, next, fault } = file.buckets(from)
    if (fault !== null) return []
    all.push(...buckets)
    from = next
  }
  return all
}

it('nothing is on the disk before there is something to keep', () => {
  expect(file.open()).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

it('what was written is there again, whole, and more than one call has it', () => {
  const written = Array.from({ length: 40 }, (_, i) => bucketWith(i * 6, i % 4))
  for (const bucket of written) expect(file.write({ bucket, state: 'old' })).toBe('written')
  file.write({ denied: { list: LIST, uids: ['A', 'B'] }, policy: '{"p":1}', state: 'new' })
  const kept = reopened().open()
  expect(kept).toEqual({
    denied: { list: LIST, uids: ['A', 'B'] },
    policy: '{"p":1}',
    state: 'new',
    fault: null,
  })
  expect(allBuckets().map(({ bucket }) => bucket)).toEqual(written.map(({ bucket }) => bucket))
  for (const [i, { rows }] of allBuckets().entries()) {
    expect(Buffer.from(rows ?? [])).toEqual(Buffer.from(written[i]?.rows ?? []))
  }
})

it('what another agent has left is not this one’s, nor are its denied tags', () => {
  file.write({ denied: { list: LIST, uids: ['A'] }, state: 'of gate-1', bucket: bucketWith(3, 2) })
  expect(reopened('gate-2').open()).toMatchObject({ denied: null, policy: null, state: null })
  expect(allBuckets()).toEqual([])
  expect(reopened('gate-2').open()).toMatchObject({ denied: null, state: null, fault: null })
})

it('a file that is gone or none at all leaves the denied tags denied', () => {
  for (const content of [null, 'no database', Buffer.alloc(20_000, 7)]) {
    file.write({ denied: { list: LIST, uids: ['A', 'B'] }, state: 'x', bucket: bucketWith(3, 2) })
    file.close()
    rmSync(`${path}-wal`, { force: true })
    if (content === null) rmSync(path)
    else writeFileSync(path, content)
    expect(reopened().open()).toMatchObject({
      denied: { list: LIST, uids: ['A', 'B'] },
      state: null,
    })
    expect(allBuckets()).toEqual([])
    expect(file.write({ state: 'y' })).toBe('written')
    expect(reopened().open()).toMatchObject({ state: 'y', fault: null })
  }
})

it('tags that only one of two copies denies are denied; a lifted one is lifted in both', () => {
  file.write({ denied: { list: LIST, uids: ['A', 'B'] } })
  const older = readFileSync(`${path}.denied`)
  file.write({ denied: { list: { ...LIST, edits: 8 }, uids: ['B', 'C'] } })
  writeFileSync(`${path}.denied`, older)
  expect(new Set(reopened().open()?.denied?.uids)).toEqual(new Set(['A', 'B', 'C']))
  file.write({ denied: { list: { ...LIST, edits: 9 }, uids: ['C'] } })
  expect(reopened().open()?.denied?.uids).toEqual(['C'])
  rmSync(`${path}.denied`)
  expect(reopened().open()?.denied?.uids).toEqual(['C'])
  // The missing copy is back.
  file.close()
  rmSync(path)
  expect(reopened().open()?.denied?.uids).toEqual(['C'])
})

it('a file that is damaged while it is open is begun anew, and says so', () => {
  file.write({ bucket: bucketWith(3, 2), state: 'x' })
  file.close()
  const db = new SqliteDatabase(path)
  db.exec('drop table kept; create table kept (other int)')
  db.close()
  expect(file.write({ state: 'y' })).toBe('replaced')
  expect(allBuckets()).toEqual([])
  expect(file.write({ state: 'y' })).toBe('written')
})

describe('with a bit flipped anywhere', () => {
  const full = 24
  const before = { denied: { list: LIST, uids: ['A', 'B'] }, policy: '{"p":1}', state: 'kept' }

  function flip(name: string, at: number, bit: number): void {
    const bytes = readFileSync(name)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    writeFileSync(name, bytes)
  }

  it('of the database: each part is as it was written or not there, and the denied tags are denied', () => {
    for (let i = 0; i < full; i++) file.write({ bucket: bucketWith(i * 10, 12) })
    file.write(before)
    file.close()
    const good = readFileSync(path)
    const deniedGood = readFileSync(`${path}.denied`)
    const contents = new Map(
      Array.from({ length: full }, (_, i) => [i * 10, Buffer.from(bucketWith(i * 10, 12).rows)]),
    )
    let lost = 0
    for (let round = 0; round < 300; round++) {
      writeFileSync(path, good)
      writeFileSync(`${path}.denied`, deniedGood)
      rmSync(`${path}-wal`, { force: true })
      // The first page and the roots come often, the rest by a step that meets every page.
      flip(path, round < 60 ? round * 2 : (round * 7919) % good.length, round % 8)
      const kept = reopened().open()
      expect(kept?.denied).toMatchObject({ uids: ['A', 'B'] })
      expect(kept?.policy ?? before.policy).toBe(before.policy)
      expect(kept?.state ?? before.state).toBe(before.state)
      const buckets = allBuckets()
      for (const { bucket, rows } of buckets) {
        if (rows === null) lost++
        else expect(Buffer.from(rows)).toEqual(contents.get(bucket))
      }
    }
    expect(lost).toBeGreaterThan(50)
  })

  it('of the denied tags’ own file: the database has them', () => {
    file.write(before)
    file.close()
    const good = readFileSync(`${path}.denied`)
    for (let at = 0; at < good.length; at++) {
      writeFileSync(`${path}.denied`, good)
      flip(`${path}.denied`, at, at % 8)
      expect(reopened().open()?.denied).toEqual(before.denied)
    }
  })
})

describe('a process that is killed while it writes', () => {
  const built = new URL('../../../dist/outbox/access/access-file.js', import.meta.url).href
  const WRITER = `
    import { AccessFile } from '${built}'
    import { writeSync } from 'node:fs'
    import { createHash } from 'node:crypto'
    const [path, from] = process.argv.slice(1)
    const file = new AccessFile(path, 'gate-1')
    file.open()
    for (let n = Number(from) + 1; ; n++) {
      const uid = Buffer.from('TAG' + n)
      const rows = Buffer.concat([Buffer.from([uid.length]), uid, Buffer.from([1, 1, 0, 0, 4, 0, 0, 0, 0, 1, 1])])
      const digest = createHash('sha256').update(rows).digest()
      const denied = { list: { id: 'aaaaaaaaaaaaaaaa', edits: n }, uids: ['ALWAYS', 'TAG' + n] }
      file.write({ bucket: { bucket: 5, rows, digest }, denied, policy: 'p' + n, state: String(n) })
      writeSync(1, n + '\\n')
    }`

  let child: ChildProcess | null = null
  afterEach(() => void child?.kill('SIGKILL'))

  it('leaves one whole step, none that was told is missing, and no denied tag is let go', async () => {
    let told = 0
    for (let round = 0; round < 12; round++) {
      const args = ['--input-type=module', '-e', WRITER, path, `${told}`]
      child = spawn(process.execPath, args, {
        cwd: fileURLToPath(new URL('.', import.meta.url)),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const gone = once(child, 'exit')
      const enough = told + 1 + round * 3
      if (child.stdout === null) throw new Error('no output')
      for await (const line of createInterface({ input: child.stdout })) {
        told = Math.max(told, Number(line))
        // Somewhere in the steps of the next one.
        if (told >= enough) child.kill('SIGKILL')
      }
      await gone
      const kept = reopened().open()
      const step = Number(kept?.state)
      expect(step).toBeGreaterThanOrEqual(told)
      expect(step).toBeLessThanOrEqual(told + 1)
      expect(kept?.policy).toBe(`p${step}`)
      const [{ rows } = { rows: null }] = allBuckets()
      expect(Buffer.from(rows ?? []).toString('latin1')).toContain(`TAG${step}`)
      expect(kept?.denied?.uids).toContain('ALWAYS')
      expect(kept?.denied?.uids).toContain(`TAG${step}`)
      file.close()
    }
  })
})
