import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Alert, type HubAlert } from '@vehicle-control/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { type AlertCase, CASES, HEALTHY, stepOf } from './alert-cases.ts'
import { FOLDER, RULES_FILE, readDashboards, readRules, type Rule } from './observed.ts'

const PROMTOOL = '/usr/bin/promtool'
const hasPromtool = existsSync(PROMTOOL)
const by = hasPromtool ? 'by promtool' : 'WITHOUT promtool, which is not installed: as text alone'

const run = promisify(execFile)
const rules = readRules()
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'promtool-'))))
afterAll(() => rm(folder, { recursive: true }))

/** Writes JSON, which is YAML too. */
async function write(name: string, content: object): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, JSON.stringify(content))
  return file
}

/** Rejects with what promtool says of a fault. */
const promtool = async (...args: string[]) => (await run(PROMTOOL, args)).stdout

const FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})'

function testOf({ fires, change, at, notYet, says }: AlertCase) {
  const series = Object.entries({ ...HEALTHY, ...change }).filter(([, values]) => values !== null)
  const [first = ''] = fires
  const firing = fires.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }))
  const rule = rules.find(({ name }) => name === first)
  const { summary, runbook: runbook_url, severity } = rule ?? {}
  return {
    name: first,
    interval: '1m',
    input_series: series.map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      ...(notYet === undefined ? [] : [{ expr: FIRING, eval_time: `${notYet}m`, exp_samples: [] }]),
      { expr: FIRING, eval_time: `${at}m`, exp_samples: firing },
    ],
    alert_rule_test:
      says === undefined
        ? []
        : [
            {
              alertname: first,
              eval_time: `${at}m`,
              exp_alerts: [
                {
                  exp_labels: { job: 'vc-hub', severity },
                  exp_annotations: { summary, description: says, runbook_url },
                },
              ],
            },
          ],
  }
}

describe('every alert', () => {
  it.each(rules.map((rule): [string, Rule] => [rule.name, rule]))(
    '%s says what is wrong and how badly, and has its heading in the handbook',
    async (name, rule) => {
      expect(rule.expr).not.toBe('')
      expect(['critical', 'warning', 'info']).toContain(rule.severity)
      expect(rule.summary?.length).toBeGreaterThan(10)
      expect(rule.description?.length).toBeGreaterThan(20)
      expect(rule.runbook).toBe(`deploy/observability/README.md#${name.toLowerCase()}`)
      const handbook = await readFile(join(root, 'deploy/observability/README.md'), 'utf8')
      const [, section = ''] = handbook.split(`\n### ${name}\n`)
      expect(section.trim().length).toBeGreaterThan(40)
    },
  )

  it('has a case in which it fires, and the handbook explains no other', async () => {
    const names = rules.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(CASES.flatMap(({ fires }) => fires))).toEqual(new Set(names))
    const handbook = await readFile(join(root, 'deploy/observability/README.md'), 'utf8')
    const headings = [...handbook.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(names)
  })
})

it('every kind of alert that the app shows has a rule', () => {
  // Lost entries are counted by `EntriesLost` as they arrive; a retired or reported tag is a matter for who keeps the assets, a device that asks one for admins.
  const others = ['gap', 'retired_tag', 'reported_tag', 'enroll_request']
  const exprs = rules.map(({ expr }) => expr).join('\n')
  const counted = (kind: string) => exprs.includes(`vc_alerts{kind="${kind}"}`)
  expect(Alert.shape.kind.options.filter((kind) => !counted(kind))).toEqual(others)
})

it('every kind of alert of the hub itself has a rule', () => {
  // Disk, database and backups are scraped as such, also of a hub that cannot look after itself.
  const rulesOf: Record<HubAlert['kind'], string> = {
    disk_filling: 'HubDiskLow',
    disk_full: 'HubDiskFull',
    database_away: 'HubNotReady',
    mail_failing: 'MailFailing',
    backup_old: 'BackupOld',
    backup_never: 'BackupNever',
  }
  const names = rules.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.values(rulesOf)))
})

it(`the rules and the example of a configuration are sound, ${by}`, async () => {
  const text = await readFile(RULES_FILE, 'utf8')
  expect(text.match(/^ {6}- alert: /gm)).toHaveLength(rules.length)
  expect(rules.length).toBeGreaterThan(30)
  for (const { expr } of rules) expect(bracketsOf(expr)).toBe('')
  if (!hasPromtool) return
  expect(await promtool('check', 'rules', RULES_FILE)).toContain(`${rules.length} rules found`)
  expect(await promtool('check', 'config', join(FOLDER, 'prometheus.yml'))).toContain('SUCCESS')
})

describe(`each alert fires when it is to, not before, and none on a healthy site, ${by}`, () => {
  it.each([1, 5] as const)(
    'looked at every %i min',
    async (step) => {
      const cases = CASES.filter((one) => stepOf(one) === step)
      for (const { change } of cases) expect(Object.keys(change).length).toBeGreaterThan(0)
      expect(cases.length).toBeGreaterThan(0)
      if (!hasPromtool) return
      const healthy = [5, 60].map((at) => testOf({ fires: [], change: {}, at }))
      const file = await write(`cases-${step}.yml`, {
        rule_files: [RULES_FILE],
        evaluation_interval: `${step}m`,
        tests: [...healthy, ...cases.map(testOf)],
      })
      expect(await promtool('test', 'rules', file)).toContain('SUCCESS')
    },
    120_000,
  )
})

it(`the queries of the dashboards are PromQL, ${by}`, async () => {
  const queries = readDashboards().flatMap(([, { panels }]) =>
    panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  )
  expect(queries.length).toBeGreaterThan(50)
  for (const expr of queries) expect(bracketsOf(expr)).toBe('')
  if (!hasPromtool) return
  const file = await write('queries.yml', {
    groups: [
      {
        name: 'queries',
        rules: queries.map((expr, n) => {
          return { record: `query_${n}`, expr: expr.replaceAll('$__rate_interval', '2m') }
        }),
      },
    ],
  })
  expect(await promtool('check', 'rules', file)).toContain(`${queries.length} rules found`)
})

/** What is left of an expression's brackets and quotes once each has met its other half. */
function bracketsOf(expr: string): string {
  let left = expr.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/[^(){}[\]"]/g, '')
  for (let before = ''; before !== left;) {
    before = left
    left = left.replace(/\(\)|\{\}|\[\]/g, '')
  }
  return left
}
