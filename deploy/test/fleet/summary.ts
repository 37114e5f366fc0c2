import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thisRun } from './fleet.ts'

/** How a scenario went. */
export interface Line {
  scenario: string
  seconds: number
  /** Tags that edges took while it went on. */
  taken: number
  /** Rows that the hub got while it went on. */
  stored: number
  passed: boolean
}

const file = () => join(thisRun().logs, 'summary.jsonl')

/** Adds a line to the run's summary. */
export function note(line: Line): void {
  appendFileSync(file(), `${JSON.stringify(line)}\n`)
}

/** Writes the summary as a table beside the logs, and answers it; empty when nothing ran. */
export function summarise(): string {
  if (!existsSync(file())) return ''
  const lines = readFileSync(file(), 'utf8').trim().split('\n')
  const rows = lines.map((line) => {
    const { scenario, seconds, taken, stored, passed } = JSON.parse(line) as Line
    return `| ${passed ? 'ok' : 'FAILED'} | ${scenario} | ${seconds} | ${taken} | ${stored} |`
  })
  const head = '| | scenario | seconds | reads taken | rows stored |\n|---|---|---|---|---|'
  const table = `${head}\n${rows.join('\n')}\n`
  writeFileSync(join(thisRun().logs, 'summary.md'), table)
  return table
}
