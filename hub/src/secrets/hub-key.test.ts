import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hubKeyOf, openHubKey } from './hub-key.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hub-key-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

it('makes a file that only its account may read, once', async () => {
  const { id, isNew } = openHubKey({ dataDir })
  expect(isNew).toBe(true)
  expect(openHubKey({ dataDir })).toMatchObject({ id, isNew: false })
  expect((await stat(join(dataDir, 'hub.key'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['hub.key'])
})

it('takes the configured key, and then makes no file', async () => {
  const auditKey = 'k'.repeat(40)
  expect(openHubKey({ dataDir, auditKey }).id).toBe(hubKeyOf(auditKey).id)
  expect(await readdir(dataDir)).toEqual([])
})

it('refuses a file that others may read, and one that holds no key', async () => {
  openHubKey({ dataDir })
  await chmod(join(dataDir, 'hub.key'), 0o640)
  expect(() => openHubKey({ dataDir })).toThrow(ConfigError)
  await chmod(join(dataDir, 'hub.key'), 0o600)
  await writeFile(join(dataDir, 'hub.key'), '')
  expect(() => openHubKey({ dataDir })).toThrow(/muy corto/)
})

it('opens what it sealed, under the same context alone', async () => {
  const key = openHubKey({ dataDir })
  const sealed = key.seal('JBSWY3DPEHPK3PXP', 'second factor of 7')
  expect(sealed).not.toContain('JBSW')
  expect(key.open(sealed, 'second factor of 7')).toBe('JBSWY3DPEHPK3PXP')
  expect(key.open(sealed, 'second factor of 8')).toBeNull()
  expect(hubKeyOf('another key that is long enough').open(sealed, 'second factor of 7')).toBeNull()
  const changed = `${sealed.slice(0, -3)}${sealed.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const broken of [changed, '', 'v1.', sealed.slice(0, 20)]) {
    expect(key.open(broken, 'second factor of 7')).toBeNull()
  }
  expect(await readFile(join(dataDir, 'hub.key'), 'utf8')).not.toContain(key.id)
})

it('hashes short codes under itself, and alike at every start', () => {
  const digest = openHubKey({ dataDir }).digest('CDFGHJKM')
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(openHubKey({ dataDir }).digest('CDFGHJKM')).toBe(digest)
  expect(hubKeyOf('another key that is long enough').digest('CDFGHJKM')).not.toBe(digest)
})
