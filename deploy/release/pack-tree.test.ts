import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { packTree, releaseKey, signArchive } from './pack-tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'pack-tree-'))
afterAll(() => rmSync(folder, { recursive: true }))
const modifiedAt = new Date('2026-03-04T05:06:07Z')

/** A small release; what must not matter differs by `umask` and order. */
function tree(place: string, names: string[], umask: number): string {
  const top = join(folder, place, 'vehicle-control-1')
  mkdirSync(join(top, 'bin'), { recursive: true })
  for (const name of names) {
    writeFileSync(join(top, name), name)
    chmodSync(join(top, name), (name === 'bin/node' ? 0o777 : 0o666) & ~umask)
  }
  return top
}

it('packs the same files to the same bytes, and signs them so that they verify', async () => {
  const archives = [
    [tree('one', ['bin/node', 'a.json', 'B.json'], 0o022), join(folder, 'one.tar.gz')],
    [tree('other place', ['B.json', 'a.json', 'bin/node'], 0o077), join(folder, 'two.tar.gz')],
  ] as const
  const sums = []
  for (const [top, archive] of archives) sums.push(await packTree(top, archive, { modifiedAt }))
  expect(sums[0]).toBe(sums[1])

  const key = join(folder, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  const signers = join(folder, 'signers')
  writeFileSync(
    signers,
    `release namespaces="vehicle-control" ${readFileSync(`${key}.pub`, 'utf8')}`,
  )
  for (const [, archive] of archives) await signArchive(archive, key)
  const [one = '', two = ''] = archives.map(([, archive]) => readFileSync(`${archive}.sig`, 'utf8'))
  expect(one).toBe(two)

  const verify = ['-Y', 'verify', '-f', signers, '-I', 'release', '-n', 'vehicle-control']
  const archive = join(folder, 'one.tar.gz')
  const check = (input: Buffer) =>
    execFileSync('ssh-keygen', [...verify, '-s', `${archive}.sig`], { input, stdio: 'pipe' })
  expect(String(check(readFileSync(archive)))).toContain('Good "vehicle-control" signature')
  expect(() => check(readFileSync(archive).subarray(0, -1))).toThrow(/incorrect signature/)
  execFileSync('sha256sum', ['--check', '--status', 'one.tar.gz.sha256'], { cwd: folder })

  const listing = String(execFileSync('tar', ['--list', '--verbose', '-f', archive, '--utc']))
  expect(listing).toMatch(/^-rwxr-xr-x 0\/0 +8 2026-03-04 05:06 vehicle-control-1\/bin\/node$/m)
  expect(listing).toMatch(/^-rw-r--r-- 0\/0 +6 2026-03-04 05:06 vehicle-control-1\/B\.json$/m)
})

it('says how to make a key where none is named', () => {
  expect(() => releaseKey({})).toThrow(/^RELEASE_KEY .*ssh-keygen -t ed25519 [^\n]*$/)
  expect(releaseKey({ RELEASE_KEY: 'a' })).toBe('a')
})
