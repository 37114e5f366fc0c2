import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertLockFits } from './lock-fits.ts'
import { readSource } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'source-'))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-03-04T05:06:07Z' },
  })
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeAll(() => {
  git('init', '--quiet')
  write('package.json', '{ "version": "1.2.3" }')
  write('.gitignore', 'ignored\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('is named by its commit, and refused when it holds what no commit does', async () => {
  write('ignored', '')
  const clean = await readSource(folder, { dirty: false })
  const commit = String(git('rev-parse', 'HEAD')).trim()
  expect(clean).toMatchObject({ commit, version: `1.2.3-${commit.slice(0, 7)}` })
  expect(clean.builtAt.toISOString()).toBe('2026-03-04T05:06:07.000Z')
  expect(clean.files.toSorted()).toEqual(['.gitignore', 'package.json'])

  write('package.json', '{ "version": "1.2.4" }')
  write('new file', '')
  const refused = readSource(folder, { dirty: false })
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(/: package\.json, new file; commit them, or give --dirty$/)
  const dirty = await readSource(folder, { dirty: true })
  expect(dirty.version).toBe(`1.2.4-${commit.slice(0, 7)}-dirty`)
})

it('is refused when what is installed is not what the lock names', () => {
  const packages = {
    'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
    'node_modules/vite': { version: '8.0.0', integrity: 'sha512-b' },
    'node_modules/only-here': { version: '1.0.0', optional: true },
  }
  const install = (installed: object) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true })
    write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
  }
  write('package-lock.json', JSON.stringify({ packages }))
  install(packages)
  assertLockFits(folder)
  const { 'node_modules/only-here': _optional, ...needed } = packages
  install(needed)
  assertLockFits(folder)
  install({ ...packages, 'node_modules/zod': { version: '4.0.1', integrity: 'sha512-c' } })
  expect(() => assertLockFits(folder)).toThrow(/^node_modules\/zod \(1 in all\) .*: npm ci$/)
})
