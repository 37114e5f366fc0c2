import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { readSource } from '../../release/source.ts'
import { stageNode } from '../../release/stage-packages.ts'
import { TARGETS } from '../../release/targets.ts'

/** Installing and the whole suite. */
const SUITE_MS = 90 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'suite-'))
afterAll(() => rmSync(folder, { recursive: true }))

it(
  'a clone of the commit passes its checks and tests on the Node that releases ship',
  async () => {
    const target = TARGETS.find(({ cpu }) => cpu === process.arch)
    if (target === undefined) throw new Error(`no release is made for ${process.arch}`)
    const source = await readSource(root, { dirty: true })
    const node = await stageNode(source, target, join(folder, 'runtime'))
    const clone = join(folder, 'clone')
    execFileSync('git', ['clone', '--quiet', root, clone])

    // What `npm run` sets for its scripts is of this checkout and this Node.
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|VITEST|NODE_ENV)/.test(name),
    )
    const env = {
      ...Object.fromEntries(own),
      PATH: `${join(node, 'bin')}:${process.env['PATH']}`,
      npm_config_nodedir: node,
    }
    const options = { cwd: clone, env, stdio: 'inherit' } as const
    const used = execFileSync('node', ['--version'], { cwd: clone, env, encoding: 'utf8' })
    expect(used).toBe(execFileSync(join(node, 'bin/node'), ['--version'], { encoding: 'utf8' }))
    execFileSync('npm', ['ci'], options)
    execFileSync('npm', ['test'], options)
  },
  SUITE_MS,
)
