import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from '../../local/build-web.ts'
import { root } from '../../local/child.ts'
import { installNeeds } from '../needs.ts'
import { withSection } from './figures-section.ts'
import { KIND_NAMES, runHostile } from './run.ts'
import { tallyTable } from './tally.ts'

const FIGURES = join(root, 'deploy/test/bench/FIGURES.md')

/** `npm run hostile -- --minutes 2`: see deploy/test/README.md. */
async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: randomBytes(4).toString('hex') },
      only: { type: 'string', multiple: true, default: [] },
      from: { type: 'string', default: '0' },
      postgres: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const { seed, only, postgres } = values
  const unknown = only.find((kind) => !KIND_NAMES.includes(kind))
  if (unknown !== undefined) {
    throw new Error(`no kind ${unknown}; there are ${KIND_NAMES.join(', ')}`)
  }
  installNeeds()
  buildWebIfNeeded()
  process.stderr.write(`attacking with --seed ${seed} for ${values.minutes} min…\n`)
  const lasts = { ms: Number(values.minutes) * 60_000 }
  const from = Number(values.from)
  const { tallies, work, faults } = await runHostile({ seed, only, from, lasts, postgres })
  const said = `${tallyTable(tallies)}\n\nMeanwhile: ${work}.\n`
  process.stdout.write(said)
  if (values.write) {
    const store = postgres ? 'Postgres' : 'SQLite'
    const day = new Date().toISOString().slice(0, 10)
    const head = `\`npm run hostile -- --minutes ${values.minutes} --seed ${seed} --write\`, ${day}: a hub on ${store}, a gate, a fleet and people at work on the same two cores as those who attack them.`
    writeFileSync(FIGURES, withSection(readFileSync(FIGURES, 'utf8'), `${head}\n\n${said}`))
  }
  for (const { kind, what, repro } of faults)
    process.stdout.write(`\nFAULT (${kind}): ${what}\n  again: npm run hostile -- ${repro}\n`)
  if (faults.length > 0) process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
