import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { copyPackages } from './copy-code.ts'
import { assertMachine } from './elf-machine.ts'
import { writeLicences } from './licences.ts'
import { packagesReachedFrom } from './package-tree.ts'
import { targetsNamed } from './targets.ts'

const folder = mkdtempSync(join(tmpdir(), 'package-tree-'))
afterAll(() => rmSync(folder, { recursive: true }))
const stage = join(folder, 'stage')
const tree = join(folder, 'tree')
const [x64] = targetsNamed(['linux-x64'])
if (x64 === undefined) throw new Error('no such target')

function write(top: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(top, path)), { recursive: true })
  writeFileSync(join(top, path), content)
}
function install(path: string, version: string, about: object = {}): void {
  const name = path.split('node_modules/').at(-1) ?? path
  write(stage, `${path}/package.json`, JSON.stringify({ name, version, ...about }))
  write(stage, `${path}/index.js`, '')
}
/** The start of a program for a processor. */
function elf(machine: number): Uint8Array {
  const header = Buffer.alloc(64)
  header.set([0x7f, 0x45, 0x4c, 0x46])
  header.writeUInt16LE(machine, 18)
  return header
}

it('ships what a program asks for in turn, and the licence of each', () => {
  const optionalDependencies = { 'node-libgpiod': '1', 'for-windows': '1' }
  const dependencies = { '@vehicle-control/protocol': '1', a: '1', '@b/c': '1' }
  install('edge', '1.0.0', { dependencies, optionalDependencies })
  install('node_modules/a', '1.0.0', { dependencies: { d: '1', 'prebuild-install': '1' } })
  install('node_modules/a/node_modules/d', '1.0.0', { license: 'ISC' })
  install('node_modules/d', '2.0.0')
  install('node_modules/@b/c', '3.0.0', {
    dependencies: { d: '2', a: '1' },
    optionalDependencies: { '@b/c-linux-x64': '3', '@b/other-linux-x64': '3' },
    license: 'MIT',
  })
  install('node_modules/@b/c-linux-x64', '3.0.0', { license: 'MIT' })
  install('node_modules/@b/other-linux-x64', '3.0.0', { license: 'LGPL-3.0' })
  for (const unwanted of ['node-libgpiod', 'prebuild-install', 'only-in-tests']) {
    install(`node_modules/${unwanted}`, '1.0.0')
  }
  write(stage, 'node_modules/a/LICENSE', 'of a')
  write(stage, 'node_modules/a/index.d.ts', '')
  write(stage, 'node_modules/d/README.md', '# d\n\nText.\n\n## License\n\nMIT, of d\n')
  write(stage, 'node_modules/@b/c/COPYING', 'of c')

  const packages = packagesReachedFrom(stage, ['edge'])
  expect(packages.map(({ folder: at, version }) => `${at} ${version}`)).toEqual([
    'node_modules/@b/c 3.0.0',
    'node_modules/@b/c-linux-x64 3.0.0',
    'node_modules/@b/other-linux-x64 3.0.0',
    'node_modules/a 1.0.0',
    'node_modules/a/node_modules/d 1.0.0',
    'node_modules/d 2.0.0',
  ])
  copyPackages(stage, packages, x64, tree)
  expect(existsSync(join(tree, 'node_modules/a/node_modules/d/index.js'))).toBe(true)
  for (const left of ['a/index.d.ts', 'd/README.md', 'node-libgpiod', 'only-in-tests']) {
    expect(existsSync(join(tree, 'node_modules', left))).toBe(false)
  }

  write(folder, 'node/LICENSE', 'of node')
  const licences = join(tree, 'LICENSES')
  const shipped = packages.map((one) => ({ ...one, top: stage }))
  expect(writeLicences(licences, shipped, join(folder, 'node'))).toBe(2)
  const text = (name: string) => readFileSync(join(licences, name), 'utf8')
  const texts = ['node.txt', 'a@1.0.0.txt', '@b+c@3.0.0.txt', 'd@2.0.0.txt'].map(text)
  expect(texts).toEqual(['of node', 'of a', 'of c', '## License\n\nMIT, of d\n'])
  // Machine code for one system comes without a text; its package has it.
  expect(text('@b+c-linux-x64@3.0.0.txt')).toBe('of c')
  expect(text('WITHOUT-TEXT')).toContain('@b/other-linux-x64@3.0.0: "LGPL-3.0"\n')
  expect(text('WITHOUT-TEXT')).toMatch(/\nd@1\.0\.0: "ISC"\n$/)

  expect(() => assertMachine(tree, x64)).toThrow(/no machine code at all/)
  write(tree, 'bin/node', elf(x64.elfMachine))
  assertMachine(tree, x64)
  write(tree, 'node_modules/a/a.node', elf(183))
  expect(() => assertMachine(tree, x64)).toThrow(/^not for linux-x64: node_modules\/a\/a\.node$/)

  rmSync(join(stage, 'node_modules/@b/c'), { recursive: true })
  expect(() => packagesReachedFrom(stage, ['edge'])).toThrow(/edge asks for @b\/c, which is not/)
})
