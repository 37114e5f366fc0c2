import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepFilesPrivate } from './private-files.ts'

let folder = ''
let before = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edge-'))
  before = process.umask(0o022)
})
afterEach(() => {
  process.umask(before)
  rmSync(folder, { recursive: true })
})

const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)

it('closes what an edge of before left open, makes new files closed, and touches no others', () => {
  const own = ['outbox.db', 'outbox.db-wal', 'outbox.db.epochs.json', 'identity.json', 'key.new']
  for (const name of [...own, 'edge.json', 'elsewhere']) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o644)
  }
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'reserve'))
  keepFilesPrivate(folder)
  expect(own.map(modeOf)).toEqual(own.map(() => '600'))
  expect([modeOf('edge.json'), modeOf('elsewhere')]).toEqual(['644', '644'])
  writeFileSync(join(folder, 'new'), '')
  expect(modeOf('new')).toBe('600')
  expect(() => keepFilesPrivate(join(folder, 'nowhere'))).not.toThrow()
})
