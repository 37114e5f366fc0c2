import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFilesPrivate } from './private-files.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'edge-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)

it('closes what an edge of before left open, and touches no others', () => {
  const own = ['outbox.db', 'outbox.db-wal', 'outbox.db.epochs.json', 'identity.json', 'key.new']
  for (const name of [...own, 'edge.json', 'elsewhere']) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o644)
  }
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'reserve'))
  makeFilesPrivate(folder)
  expect(own.map(modeOf)).toEqual(own.map(() => '600'))
  expect([modeOf('edge.json'), modeOf('elsewhere')]).toEqual(['644', '644'])
  expect(() => makeFilesPrivate(join(folder, 'nowhere'))).not.toThrow()
})
