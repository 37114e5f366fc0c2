import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isEnding, lockHolder } from './lock-holder.ts'
import { openOutboxFile } from './outbox-file.ts'

let folder = ''
let file = ''
let holder: ChildProcess | null = null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  file = join(folder, 'outbox.db')
})
afterEach(async () => {
  if (holder?.kill('SIGKILL')) await once(holder, 'exit')
  holder = null
  rmSync(folder, { recursive: true })
})

const HOLD = `
  const db = new (require('better-sqlite3'))(process.argv[1])
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  db.exec('create table t (a)')
  console.log('held')
  setInterval(() => {}, 1000)
`

it('a running process that has the file open is found, and named as a fault of the configuration', async () => {
  holder = spawn(process.execPath, ['-e', HOLD, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout as NodeJS.ReadableStream, 'data')
  expect(lockHolder(file)).toEqual({ pid: holder.pid, isRunning: true })
  expect(() => openOutboxFile(file)).toThrow(ConfigError)
})

it('nobody is found for a file that is free or absent', () => {
  openOutboxFile(file).db.close()
  expect(lockHolder(file)).toBeNull()
  expect(lockHolder(join(folder, 'absent'))).toBeNull()
})

it.each([
  ['S (sleeping)', '0000000000000000', '0000000000000000', false],
  ['R (running)', '0000000000000000', '0000000000004000', false],
  ['D (disk sleep)', '0000000000000000', '0000000000000000', true],
  ['Z (zombie)', '0000000000000000', '0000000000000000', true],
  ['S (sleeping)', '0000000000000100', '0000000000000000', true],
  ['R (running)', '0000000000000000', '0000000000000100', true],
])('a thread in state %s with pending %s and %s is ending: %s', (state, own, shared, expected) => {
  const status = `Name:\tnode\nState:\t${state}\nSigPnd:\t${own}\nShdPnd:\t${shared}\n`
  expect(isEnding(status)).toBe(expected)
})
