import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseFacts } from '@vehicle-control/protocol/release'
import { afterAll, expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { packTree, signArchive } from '../../release/pack-tree.ts'
import { changedRelease } from './changed-release.ts'

const folder = mkdtempSync(join(tmpdir(), 'changed-release-'))
afterAll(() => rmSync(folder, { recursive: true }))

const FACTS: ReleaseFacts = {
  version: '0.1.0-3a8f843',
  commit: '3a8f843f2c1de8d4c3b1bd5a2e1f6a7b8c9d0e1f',
  builtAt: '2026-03-04T05:06:07.000Z',
  target: process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64',
  node: '20.20.2',
}

/** What the tool of a host does with its arguments, under a root of its own. */
function tool(...args: string[]): string {
  const script = join(root, 'deploy/install/vehicle-control-release')
  const env = { PATH: process.env['PATH'], ROOT: join(folder, 'root') }
  return execFileSync('sh', [script, ...args], { env, encoding: 'utf8', stdio: 'pipe' })
}

it('a release and a changed one are what the tool of a host installs', async () => {
  const key = join(folder, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  mkdirSync(join(folder, 'root/etc/vehicle-control'), { recursive: true })
  const signers = `release namespaces="vehicle-control" ${readFileSync(`${key}.pub`, 'utf8')}`
  writeFileSync(join(folder, 'root/etc/vehicle-control/release-signers'), signers)

  const tree = join(folder, `vehicle-control-${FACTS.version}`)
  mkdirSync(join(tree, 'bin'), { recursive: true })
  writeFileSync(join(tree, 'release.json'), JSON.stringify(FACTS))
  writeFileSync(join(tree, 'bin/node'), '#!/bin/sh\necho v20\n', { mode: 0o700 })
  const archive = join(folder, 'first.tar.gz')
  await packTree(tree, archive, { modifiedAt: new Date(FACTS.builtAt), level: 1 })
  await signArchive(archive, key)
  expect(tool('install', archive)).toBe(`installed ${FACTS.version}\n`)

  const version = '0.1.0-bad0000'
  const breakEdge = (top: string) => writeFileSync(join(top, 'edge.js'), 'process.exit(1)')
  const changed = await changedRelease({ archive, version, out: folder, key, change: breakEdge })
  expect(tool('install', changed)).toBe(`installed ${version}\n`)
  const file = join(folder, 'root/opt/vehicle-control/releases', version, 'edge.js')
  expect(readFileSync(file, 'utf8')).toBe('process.exit(1)')

  writeFileSync(changed, readFileSync(changed).subarray(0, -100))
  expect(() => tool('install', changed)).toThrow(/the signature does not fit/)
})
