import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../../local/child.ts'

/** Where dashboards and rules lie. */
export const FOLDER = join(root, 'deploy/observability')
export const RULES_FILE = join(FOLDER, 'alerts.yml')

/** An alert as it is written in the rules. */
export interface Rule {
  name: string
  expr: string
  severity: string | undefined
  summary: string | undefined
  description: string | undefined
  runbook: string | undefined
}

/** Every alert of the rules, read by its lines: a parser of YAML is no part of the project. */
export function readRules(): Rule[] {
  const [, ...blocks] = readFileSync(RULES_FILE, 'utf8').split(/^ {6}- alert: /m)
  return blocks.map((block) => {
    const line = (pattern: RegExp) => pattern.exec(block)?.[1]
    const long = line(/^ {8}expr: \|\n((?: {10}.*\n)+)/m)
    return {
      name: line(/^(\w+)\n/) ?? '',
      expr: long ?? line(/^ {8}expr: (.+)$/m) ?? '',
      severity: line(/^ {8}labels: \{ severity: (\w+) \}$/m),
      summary: line(/^ {10}summary: (.+)$/m),
      description: line(/^ {10}description: '(.+)'$/m),
      runbook: line(/^ {10}runbook_url: (.+)$/m),
    }
  })
}

const GridPos = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
const Target = z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })
const Panel = z.object({
  id: z.number().int(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string().min(1),
  description: z.string().optional(),
  datasource: z
    .object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') })
    .optional(),
  gridPos: GridPos,
  fieldConfig: z.object({ defaults: z.looseObject({ unit: z.string() }) }).optional(),
  targets: z.array(Target).default([]),
})
const Variable = z.looseObject({
  name: z.string(),
  type: z.string(),
  definition: z.string().optional(),
})
const Dashboard = z.object({
  uid: z.string().regex(/^[a-z-]{4,40}$/),
  title: z.string(),
  schemaVersion: z.number().min(39),
  panels: z.array(Panel),
  templating: z.object({ list: z.array(Variable) }),
})
export type Dashboard = z.infer<typeof Dashboard>

/** Every dashboard by its file's name; throws for one that is none. */
export function readDashboards(): [file: string, Dashboard][] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  return files.map((file) => {
    return [file, Dashboard.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))]
  })
}
