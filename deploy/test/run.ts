import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../local/child.ts'
import { mendSqliteBinding } from '../local/sqlite-binding.ts'
import { installNeeds } from './needs.ts'

const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** Runs a check beside others, and writes what it said in one piece. */
async function check(name: string, ...args: string[]): Promise<void> {
  const child = spawn(bin(name), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = (await ended) as [number | null]
  process.stdout.write(`\n— ${name}\n${said.join('')}`)
  if (status !== 0) throw new Error(`${name} failed`)
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    /** One that passed has messages of the tries before. */
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** Runs the tests that these arguments of Vitest choose; resolves to whether all of them passed. */
async function test(args: readonly string[]): Promise<boolean> {
  process.stdout.write('\n— tests\n')
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const report = join(folder, 'vitest.json')
  const config = ['--config', join(root, 'deploy/test/vitest.config.ts')]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const vitest = spawn(bin('vitest'), ['run', ...config, ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  const [status] = (await once(vitest, 'close')) as [number | null]
  // There is none where Vitest could not start.
  const found = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : null
  rmSync(folder, { recursive: true })
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = found ?? {}
  for (const { assertionResults } of found?.testResults ?? []) {
    for (const { status: ended, fullName, failureMessages } of assertionResults) {
      if (ended !== 'passed' || !failureMessages?.length) continue
      process.stdout.write(`needed a second try: ${fullName}\n${failureMessages[0]}\n`)
    }
  }
  process.stdout.write(
    `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped\n`,
  )
  // A test that does not run proves nothing: skipping one is a failure.
  return status === 0 && numPendingTests === 0
}

/**
 * Every check and every test. `npm test -- edge/src/outbox` runs the tests of a path only, and
 * `npm test -- --changed` those that the changes since HEAD, or since a commit that follows, reach.
 */
async function main(args: readonly string[]): Promise<void> {
  installNeeds()
  await mendSqliteBinding()
  await Promise.all([check('oxlint', '--type-aware'), check('oxfmt', '--check')])
  if (!(await test(args))) process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
