import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebIfNeeded } from '../local/build-web.ts'
import { root } from '../local/child.ts'
import { installNeeds } from './needs.ts'

const bin = (name: string) => join(root, 'node_modules/.bin', name)

function step(name: string, command: string, args: string[]): void {
  process.stdout.write(`\n— ${name}\n`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`${name} failed\n`)
    process.exit(1)
  }
}

/** Every check and every test; `npm test -- edge/src/outbox` runs the tests of a path only. */
function main(only: readonly string[]): void {
  installNeeds()
  step('lint', bin('oxlint'), ['--type-aware'])
  step('format', bin('oxfmt'), ['--check'])
  buildWebIfNeeded()
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const report = join(folder, 'vitest.json')
  process.stdout.write('\n— tests\n')
  const config = ['--root', root, '--config', join(root, 'deploy/test/vitest.config.ts')]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const args = ['run', ...only, ...config, ...reporters]
  const { status } = spawnSync(bin('vitest'), args, { cwd: root, stdio: 'inherit' })
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as { numPassedTests: number; numFailedTests: number; numPendingTests: number }
  rmSync(folder, { recursive: true })
  process.stdout.write(
    `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`,
  )
  // A test that does not run proves nothing: skipping one is a failure.
  process.exit(status === 0 && numPendingTests === 0 ? 0 : 1)
}

try {
  main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
