import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from '../../local/build-web.ts'
import { root } from '../../local/child.ts'
import { installNeeds } from '../needs.ts'
import { benchBrowsers } from './browsers.ts'
import { benchEdge } from './edge.ts'
import { benchGateEdits } from './gate-edits.ts'
import { benchGateList } from './gate-list.ts'
import { benchIngest } from './ingest.ts'
import { benchLatency } from './latency.ts'
import { benchReaders } from './readers.ts'
import { benchReports } from './reports.ts'
import { benchStorm } from './storm.ts'
import { type Figure, table, withFigures } from './table.ts'
import { benchWeb } from './web.ts'
import { benchSoak } from './web/soak.ts'

const parts: Record<string, () => Promise<Figure[]>> = {
  ingest: benchIngest,
  latency: benchLatency,
  edge: benchEdge,
  'gate-list': benchGateList,
  'gate-edits': benchGateEdits,
  readers: benchReaders,
  web: benchWeb,
  reports: benchReports,
  storm: benchStorm,
  browsers: benchBrowsers,
  soak: benchSoak,
}
/** Those that take long, and are measured only where they are named. */
const ONLY_BY_NAME = ['gate-list', 'gate-edits', 'readers', 'storm', 'browsers', 'soak']

const FIGURES = join(root, 'deploy/test/bench/FIGURES.md')

/**
 * `npm run bench` measures everything but what takes long, `npm run bench -- ingest` one part. With
 * `--write` the rows of FIGURES.md are those just measured.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals: wanted } = parseArgs({
    args: [...args],
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  installNeeds()
  buildWebIfNeeded()
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new Error(`no part ${unknown}; there are ${Object.keys(parts).join(', ')}`)
  const figures: Figure[] = []
  for (const [name, bench] of Object.entries(parts)) {
    const isWanted = wanted.length > 0 ? wanted.includes(name) : !ONLY_BY_NAME.includes(name)
    if (!isWanted) continue
    process.stderr.write(`measuring ${name}…\n`)
    figures.push(...(await bench()))
  }
  process.stdout.write(`${table(figures)}\n`)
  if (values.write) writeFileSync(FIGURES, withFigures(readFileSync(FIGURES, 'utf8'), figures))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
