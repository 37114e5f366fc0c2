import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@vehicle-control/hub/store/sqlite/open-sqlite'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../../local/child.ts'

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

let folder: string
let backups: string
let data: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-backup-'))
  backups = join(folder, 'backups')
  data = join(folder, 'data')
  for (const name of ['backups', 'bin', 'path']) mkdirSync(join(folder, name))
  symlinkSync(process.execPath, join(folder, 'bin/node'))
  symlinkSync(join(root, 'hub'), join(folder, 'hub'))
  cpSync(join(root, 'deploy/install'), join(folder, 'deploy/install'), { recursive: true })
  await (await openSqlite(join(data, 'hub.db'))).close()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Backups of days gone by, oldest first. */
function earlier(count: number): string[] {
  const names = Array.from({ length: count }, (_, day) => {
    return `${new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10)}T06-00-00Z`
  })
  for (const name of names) writeFileSync(join(backups, name), name)
  return names
}

function run(env: Record<string, string> = {}) {
  return spawnSync(join(folder, 'deploy/install/hub-backup'), {
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(folder, 'path')}:${process.env['PATH']}`,
      HUB_DATA_DIR: data,
      BACKUP_DIR: backups,
      ...env,
    },
  })
}

it('makes a backup of the time, and keeps the newest 28', () => {
  const old = earlier(30)
  writeFileSync(join(backups, 'by-hand'), '')
  const killed = `${old[29]}.0f0f0f0f.partial`
  for (const end of ['', '-journal']) writeFileSync(join(backups, killed + end), '')
  const { status, stderr } = run()
  expect([status, stderr]).toEqual([0, ''])
  const [made, ...rest] = readdirSync(backups).filter((name) => !old.includes(name))
  expect(made).toMatch(NAME)
  expect(rest).toEqual(['by-hand'])
  expect(readdirSync(backups)).toEqual([...old.slice(-27), made, 'by-hand'])
  const db = new SqliteDatabase(join(backups, made ?? ''), { readonly: true })
  expect(db.pragma('quick_check', { simple: true })).toBe('ok')
  db.close()
})

it('counts the new one as the newest where the clock was ahead, or is behind', () => {
  const ahead = Array.from({ length: 28 }, (_, second) => `2099-01-01T00-00-${10 + second}Z`)
  for (const name of ahead) writeFileSync(join(backups, name), name)
  const { status, stderr } = run()
  expect(status).toBe(0)
  expect(stderr).toContain('2099-01-01T00-00-37Z is there: named one second after it')
  expect(readdirSync(backups)).toEqual([...ahead.slice(1), '2099-01-01T00-00-38Z'])
})

it('makes the first one', () => {
  const { status, stderr } = run()
  expect([status, stderr]).toEqual([0, ''])
  expect(readdirSync(backups)).toEqual([expect.stringMatching(NAME)])
})

it('takes none away for a backup that fails', () => {
  const old = earlier(30)
  const { status, stderr } = run({ HUB_DATA_DIR: join(folder, 'nowhere') })
  expect(status).toBe(78)
  expect(stderr).not.toBe('')
  expect(readdirSync(backups)).toEqual(old)
})

it('makes room on a disk that is short, and leaves four where that does not help', () => {
  const old = earlier(9)
  // A disk on which each backup takes a tenth.
  writeFileSync(
    join(folder, 'path/df'),
    `#!/bin/sh\necho head\necho d 1 1 $(( (10 - $(ls | wc -l)) * \${TENTH_KIB} )) 1% /\n`,
  )
  chmodSync(join(folder, 'path/df'), 0o755)
  expect(run({ TENTH_KIB: '30000' }).status).toBe(0)
  const [first, ...others] = readdirSync(backups)
  expect(first).toBe(old[2])
  expect(others.at(-1)).not.toBe(old[8])

  const { status, stderr } = run({ TENTH_KIB: '1' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^hub-backup: .* has no room for \d+ KiB: no backup was made\n$/)
  expect(readdirSync(backups)).toEqual([first, ...others].slice(-4))
})
