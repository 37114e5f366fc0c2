import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@vehicle-control/hub/store/sqlite/open-sqlite'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { until } from '../rig/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const hub = join(folder, 'hub')
const hubFile = join(hub, 'hub.db')
const main = join(root, 'hub/dist/main.js')
const env = { ...process.env, HUB_DATA_DIR: hub }

beforeAll(async () => {
  await (await openSqlite(hubFile)).close()
  const db = new SqliteDatabase(hubFile)
  db.exec(`insert into uploads with recursive n(i) as (select 1 union all select i + 1 from n limit 150)
           select i, 1, 1, '', randomblob(1000000) from n`)
  db.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const backups = () => readdirSync(folder).filter((name) => name.startsWith('hub.backup'))

async function endHalfWay(signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, [main, 'backup', join(folder, 'hub.backup')], { env })
  await until('a part of the backup', () => backups().length > 0)
  child.kill(signal)
  await once(child, 'exit')
}

it('leaves no backup of that name when it is killed half-way, and makes one the next time', async () => {
  await endHalfWay('SIGKILL')
  expect(backups()).not.toContain('hub.backup')
  execFileSync(process.execPath, [main, 'backup', join(folder, 'hub.backup')], { env })
  expect(backups()).toContain('hub.backup')
  for (const name of backups()) rmSync(join(folder, name))
})

it('takes its half away when it is asked to end', async () => {
  await endHalfWay('SIGTERM')
  expect(backups()).toEqual([])
})

it('restores after a restore that was killed half-way, and loses nothing by it', async () => {
  const backup = join(folder, 'hub.backup')
  execFileSync(process.execPath, [main, 'backup', backup], { env })
  const child = spawn(process.execPath, [main, 'restore', backup], { env })
  await until('a part of the copy', () => readdirSync(hub).includes('hub.db.restoring'))
  child.kill('SIGKILL')
  await once(child, 'exit')
  const count = (file: string) => {
    const db = new SqliteDatabase(file, { readonly: true })
    const n = db.prepare('select count(*) from uploads').pluck().get()
    db.close()
    return n
  }
  expect(count(hubFile)).toBe(150)
  execFileSync(process.execPath, [main, 'restore', backup], { env })
  expect(count(hubFile)).toBe(150)
  expect(readdirSync(hub)).toContainEqual(
    expect.stringMatching(/^hub\.db\.replaced-[^-]*-[\dTZ-]*$/),
  )
  expect(readdirSync(hub)).not.toContainEqual(expect.stringContaining('restoring'))
  rmSync(backup)
})

it('leaves nothing on a disk that is too small for it, and says so', async () => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const shell = `mount -t tmpfs -o size=8m tmpfs ${disk} && "$@"; echo $? && ls ${disk}`
  const wrap = ['--map-root-user', '--mount', 'sh', '-c', shell, 'sh']
  const command = [process.execPath, main, 'backup', join(disk, 'hub.backup')]
  const child = spawn('unshare', [...wrap, ...command], { env })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  await once(child, 'close')
  expect(out).toBe('1\n')
  expect(err).toMatch(/^cannot make .*hub\.backup: database or disk is full\n$/)
})
