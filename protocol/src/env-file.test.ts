import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envFile } from './env-file.ts'
import { runs } from './testing/runs.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'env-file-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** The names of os-release, which systemd reads as it reads an EnvironmentFile, and their specifiers. */
const NAMES = { ID: 'o', VERSION_ID: 'w', BUILD_ID: 'B', VARIANT_ID: 'W' }
const names = Object.keys(NAMES)

function node(file: string): string[] {
  const show = `process.stdout.write(${JSON.stringify(names)}.map((n) => process.env[n]).join('\\0'))`
  const env = { PATH: process.env['PATH'] }
  const args = [`--env-file=${file}`, '-e', show]
  return execFileSync(process.execPath, args, { env, encoding: 'utf8' }).split('\0')
}

function shell(file: string): string[] {
  const shown = names.map((name) => `"$${name}"`).join(' ')
  const script = `set -eu; . ${file}; printf '%s\\0' ${shown}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

function systemd(file: string): string[] {
  const root = mkdtempSync(join(folder, 'root-'))
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(root, 'etc/os-release'), readFileSync(file))
  const wanted = Object.entries(NAMES).map(
    ([name, specifier]) => `f /${name} - - - - %${specifier}`,
  )
  const list = join(root, 'wanted.conf')
  writeFileSync(list, `${wanted.join('\n')}\n`)
  execFileSync('systemd-tmpfiles', ['--create', `--root=${root}`, list])
  return names.map((name) => readFileSync(join(root, name), 'utf8'))
}

const readers = { node, shell, systemd }

/** The values as each of the three reads them, of a file with all. */
function readBack(values: readonly string[]): Record<keyof typeof readers, string[]> {
  const file = join(folder, 'agent.env')
  writeFileSync(file, envFile(names.map((name, i) => [name, values[i] ?? ''])))
  return { node: node(file), shell: shell(file), systemd: systemd(file) }
}
const alike = (values: string[]) => ({ node: values, shell: values, systemd: values })

describe('a file of variables', () => {
  it('is read alike by Node, systemd and a shell, whatever the values hold', () => {
    const special = fc.constantFrom(...Array.from('\'"$\\`#;=!&|<>*?~%{}() \tnñ€😀\n\r'))
    const text = fc.string({ unit: fc.oneof(special, fc.string({ unit: 'binary', maxLength: 1 })) })
    const values = fc.tuple(text, text, text, text)
    const awkward: [string, string, string, string] = ["it's", '$(reboot)', '\\n', '']
    fc.assert(
      fc.property(values, (given) => {
        const read = readBack(given)
        expect(read.shell).toEqual(read.node)
        expect(read.systemd).toEqual(read.node)
      }),
      { numRuns: runs(25), examples: [[awkward]] },
    )
  })

  it('holds what people call a gate, letter by letter', () => {
    const given = ['Portería Ñandú #1; 100 %', "L'Hospitalet", ' el "Patio" $5 `x` \\n', '']
    expect(readBack(given)).toEqual(alike(given))
  })

  it('changes only what no quoting carries', () => {
    const given = ['L\'Arc "Sud"', "it's \\n $5", 'a\nb\tc\u0000', '\uFEFFa\uFFFEb\uD800c']
    const kept = ['L’Arc "Sud"', 'it’s \\n $5', 'a b c ', 'abc']
    expect(readBack(given)).toEqual(alike(kept))
  })
})
