import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../local/child.ts'

const tsc = join(root, 'node_modules/.bin/tsc')

/** The sources that a package's shipping project compiles. */
function shippedFiles(folder: string): string[] {
  const config = execFileSync(tsc, ['-p', folder, '--showConfig'], { encoding: 'utf8' })
  return (JSON.parse(config) as { files: string[] }).files
}

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
      const built = file.replace('./src/', './dist/').replace(/\.ts$/, '.js')
      return packagesOf(readFileSync(join(folder, built), 'utf8'))
    })
    const declared = Object.keys({ ...dependencies, ...optionalDependencies })
    expect([...new Set(loaded)].filter((one) => !declared.includes(one))).toEqual([])
    expect(loaded).toContain('zod')
  })
})
