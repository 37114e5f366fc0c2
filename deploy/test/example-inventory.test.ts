import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../local/child.ts'

const ansible = join(root, 'deploy/ansible')
const example = join(ansible, 'inventory/example')
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yml'))
/** What a file sets, and what it offers behind a `#`. */
const namesIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:# )?([a-z_]+):/gm)].map(([, name = '']) => name)

it('the example inventory sets and offers only what a role has', () => {
  const known = ['release', 'hub', 'edge'].flatMap((role) =>
    namesIn(join(ansible, 'roles', role, 'defaults/main.yml')),
  )
  const set = ['group_vars', 'host_vars'].flatMap((folder) =>
    filesOf(join(example, folder)).flatMap((name) => namesIn(join(example, folder, name))),
  )
  const own = set.filter((name) => /^(?:edge|hub|release)_/.test(name))
  expect(own).toEqual(expect.arrayContaining(['hub_name', 'edge_hub_url', 'release_signers']))
  expect(own.filter((name) => !known.includes(name))).toEqual([])
})

it('no group of the example has a file beside a folder, which Ansible would pass over', () => {
  const groups = readdirSync(join(example, 'group_vars'), { withFileTypes: true })
  const folders = groups.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders).toEqual(['edges', 'hub'])
  expect(groups.map(({ name }) => name)).toEqual(['all.yml', ...folders])
})

it('the handbook names variables files that the example has, and playbooks that are there', () => {
  const handbook = readFileSync(join(root, 'deploy/README.md'), 'utf8')
  const files = [...handbook.matchAll(/^ *\| `((?:group_vars\/)[\w/]+\.yml)`/gm)]
  const playbooks = [...handbook.matchAll(/playbooks\/([\w-]+\.yml)/g)]
  expect([files.length, playbooks.length]).toEqual([3, expect.any(Number)])
  for (const [, name = ''] of files) expect(join(example, name)).toSatisfy(existsSync)
  expect(playbooks.length).toBeGreaterThan(5)
  for (const [, name = ''] of playbooks)
    expect(join(ansible, 'playbooks', name)).toSatisfy(existsSync)
})
