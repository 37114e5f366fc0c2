import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../local/child.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const versionOf = (folder: string) =>
  (JSON.parse(read(join(folder, 'package.json'))) as { version: string }).version

it('the changes begin with the version that all packages have', () => {
  const numbered = [...read('deploy/CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, name]) => name)
  const packages = ['.', 'protocol', 'hub', 'edge', 'web'].map(versionOf)
  expect(new Set([numbered[0], ...packages]).size).toBe(1)
  expect(numbered[0]).toMatch(/^\d+\.\d+\.\d+$/)
})
