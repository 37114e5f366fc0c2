import { buildWebIfNeeded } from '../../local/build-web.ts'
import { installNeeds } from '../needs.ts'
import { benchEdge } from './edge.ts'
import { benchIngest } from './ingest.ts'
import { benchLatency } from './latency.ts'
import { benchReports } from './reports.ts'
import { type Figure, table } from './table.ts'
import { benchWeb } from './web.ts'

const parts: Record<string, () => Promise<Figure[]>> = {
  ingest: benchIngest,
  latency: benchLatency,
  edge: benchEdge,
  web: benchWeb,
  reports: benchReports,
}

/** `npm run bench` measures everything, `npm run bench -- ingest` one part. */
async function main(wanted: readonly string[]): Promise<void> {
  installNeeds()
  buildWebIfNeeded()
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new Error(`no part ${unknown}; there are ${Object.keys(parts).join(', ')}`)
  const figures: Figure[] = []
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    process.stderr.write(`measuring ${name}…\n`)
    figures.push(...(await bench()))
  }
  process.stdout.write(`${table(figures)}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
