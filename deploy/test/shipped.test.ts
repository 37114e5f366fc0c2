import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../local/child.ts'

const tsc = join(root, 'node_modules/.bin/tsc')

/** The sources that a package's shipping project compiles. */
function shippedFiles(folder: string): string[] {
  const config = execFileSync(tsc, ['-p', folder, '--showConfig'], { encoding: 'utf8' })
  return (JSON.parse(config) as { files: string[] }).files
}

const builtOf = (folder: string, source: string) =>
  join(folder, source.replace('./src/', 'dist/').replace(/\.ts$/, '.js'))

/** What a program loads, from its first file on, worker threads included. */
function loadedFrom(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file) || !existsSync(file)) return loaded
  loaded.add(file)
  const code = readFileSync(file, 'utf8')
  for (const [, path = ''] of code.matchAll(/'(\.\.?\/[^'\n]+\.js)'/g)) {
    loadedFrom(resolve(dirname(file), path), loaded)
  }
  return loaded
}

/** Nothing is left of a module that held types alone. */
const isOfTypes = (file: string) => readFileSync(file, 'utf8').startsWith('export {};\n//#')

/** The packages that built code loads; types have gone from it. */
function packagesOf(code: string): string[] {
  const specifiers = code.matchAll(/(?:\bfrom |^import |\bimport\()'([^'.][^']*)'/gm)
  return [...specifiers]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
}

describe.each(['protocol', 'edge', 'hub'])('what ships of %s', (name) => {
  const folder = join(root, name)
  const files = shippedFiles(folder)

  it('holds no test and no test double', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => /\.test\.ts$|\/testing\//.test(file))).toEqual([])
  })

  it('runs without the packages of development', () => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string> | undefined>
    const loaded = files.flatMap((file) => {
      return packagesOf(readFileSync(builtOf(folder, file), 'utf8'))
    })
    const declared = Object.keys({ ...dependencies, ...optionalDependencies })
    expect([...new Set(loaded)].filter((one) => !declared.includes(one))).toEqual([])
    expect(loaded).toContain('zod')
  })
})

it.each([
  ['edge', ['main.js', 'relays-off.js']],
  ['hub', ['main.js']],
])('nothing ships of %s that it does not load', (name, programs) => {
  const folder = join(root, name)
  const loaded = new Set<string>()
  for (const program of programs) loadedFrom(join(folder, 'dist', program), loaded)
  const built = shippedFiles(folder).map((file) => builtOf(folder, file))
  expect(built.filter((file) => !loaded.has(file) && !isOfTypes(file))).toEqual([])
})
