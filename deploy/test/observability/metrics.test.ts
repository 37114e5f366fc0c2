import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from '@vehicle-control/hub/testing/postgres-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Child } from '../../local/child.ts'
import { startEdgeProcess } from '../../local/edge-process.ts'
import { type HubProcess, startHubProcess } from '../../local/hub-process.ts'
import { SIMULATED_GATE } from '../rig/edge-process.ts'
import { readDashboards, readRules } from './observed.ts'
import { Exposition, metricsIn, selectorsIn } from './promql.ts'

/** Not ours: Prometheus makes the first of each target, blackbox_exporter the other. */
const ELSEWHERE = new Set(['up', 'probe_ssl_earliest_cert_expiry'])
/** Labels that Prometheus puts on a target. */
const OF_TARGETS = /\{(?:job|instance)="/
/** No one listens there: a broker that is away is no error, and its metrics are there. */
const BROKER = 'mqtt://127.0.0.1:9'

let folder: string
let postgres: PostgresServer
let hub: HubProcess
let edge: Child
let metrics: Exposition
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metrics-'))
  postgres = await startPostgres()
  hub = await startHubProcess({
    HUB_HOST: '127.0.0.1',
    HUB_PORT: '0',
    HUB_DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    HUB_BUS_URL: BROKER,
    HUB_AUDIT_KEY: 'what a hub beside others is given, of 32 or more',
  })
  edge = startEdgeProcess(
    { dataDir: join(folder, 'edge'), hubUrl: hub.url, code: 'gate', setup: SIMULATED_GATE },
    { EDGE_METRICS_PORT: '0', EDGE_API_KEY: 'refused', EDGE_ENROLL_TOKEN: '' },
  )
  const served = await edge.line(({ msg }) => msg === 'metrics are served')
  // The readers of a started edge have states, whatever the hub says to its key.
  await edge.line(({ msg }) => msg === 'edge started')
  const answers = [`${hub.url}/metrics`, String(served['url'])].map(async (url) => {
    return await (await fetch(url)).text()
  })
  metrics = new Exposition((await Promise.all(answers)).join('\n'))
})
afterAll(async () => {
  await edge.stop('SIGKILL')
  await hub.child.stop('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

it('takes an expression apart', () => {
  const expr = 'sum by (le) (rate(a_bucket{x="b{"}[5m])) / 1e9 > on (job) c and d{y!="e"} offset 5m'
  expect(metricsIn(expr)).toEqual(['a_bucket', 'c', 'd'])
  expect(selectorsIn('a{b="c",d=~"e"} + f')).toEqual(['a{b="c"}'])
})

const queries = [
  ...readRules().map(({ name, expr }) => ({ of: name, expr })),
  ...readDashboards().flatMap(([file, { panels, templating }]) => [
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ of: `${file}: ${title}`, expr })),
    ),
    ...templating.list.flatMap(({ name, definition }) => {
      const metric = /^label_values\((\w+), /.exec(definition ?? '')?.[1]
      return metric === undefined ? [] : [{ of: `${file}: ${name}`, expr: metric }]
    }),
  ]),
]

it('rules and dashboards ask for nothing that the programs do not tell', () => {
  const unknown = queries.flatMap(({ of, expr }) =>
    metricsIn(expr)
      .filter((name) => !ELSEWHERE.has(name) && !metrics.knows(name))
      .map((name) => `${of}: ${name}`),
  )
  expect(unknown).toEqual([])
})

it('labels that must be so are those of a real answer, from its first one on', () => {
  // Of another kind are values that come only with what is measured.
  const measured = /^(?:vc_agents_worst|vc_edge_host|probe_\w+)\{/
  const lost = queries.flatMap(({ of, expr }) =>
    selectorsIn(expr)
      .filter((one) => !OF_TARGETS.test(one) && !measured.test(one) && !metrics.has(one))
      .map((one) => `${of}: ${one}`),
  )
  expect(lost).toEqual([])
})
