import { formatAgentKey } from '@vehicle-control/protocol/agent-key'
import { strFromU8, unzipSync } from 'fflate'
import { pino } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newToken } from '../auth/tokens.ts'
import { loadConfig } from '../config/config.ts'
import { fixedSettings } from '../config/fixed-settings.ts'
import { secretValues } from '../config/secret-values.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { createDiagnostics, type DiagnosticsParts } from './diagnostics.ts'
import { keepLines, LogRing } from './log-ring.ts'
import { createSiteState } from './site-state.ts'

const now = Date.UTC(2026, 10, 20, 12)
const running = { version: '1.2.3', commit: 'ab12'.repeat(10), builtAt: null }
let store: TempStore
let registry: Registry
let ring: LogRing
beforeEach(async () => {
  store = await openTempStore()
  registry = new Registry()
  ring = new LogRing()
})
afterEach(() => store.close())

async function unzipped(parts: Partial<DiagnosticsParts> = {}): Promise<Record<string, string>> {
  const presence = { isConnected: () => true, lastSeen: () => now }
  const readOnly = parts.readOnly ?? store.readOnly
  const make = createDiagnostics({
    secrets: [],
    running,
    readOnly,
    presence,
    registry,
    siteState: createSiteState({
      config: { dataDir: store.config.dataDir, tls: null },
      readOnly,
      watch: {
        alerts: () => [],
        disks: () => [],
        backup: () => ({ level: 'ok', newest: null, maxHours: 48 }),
      },
      presence,
      replicas: { me: 'me', others: () => [] },
      accessList: { image: null },
      waitingMails: () => 0,
      waitingEntries: () => 0,
      version: running.version,
      now: () => now,
    }),
    settings: () => ({ fixed: [], settings: {} }),
    offlineMinutes: () => 5,
    hubAlerts: () => [],
    recentLines: () => ring.lines(),
    now: () => now,
    ...parts,
  })
  const files = Object.entries(unzipSync(await make({ isNoted: true })))
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const addAgent = (name: string) =>
  store.db
    .insertInto('agents')
    .values({
      code: 'g1',
      code_key: 'g1',
      name,
      created_at: 0,
      version: '1.2.0',
      clock: 'unsynced',
    })
    .execute()

it('holds versions, figures, settings, alerts and the log, each in a file', async () => {
  await addAgent('Norte')
  new Gauge({ name: 'vc_test', help: 'A figure', registers: [registry] }).set(7)
  ring.push('{"level":30,"msg":"listening"}\n')
  ring.push('what a library wrote\n')
  const files = await unzipped({ settings: () => ({ settings: { site_name: 'Patio' } }) })
  const { 'versions.json': versions = '', 'alerts.json': alerts = '' } = files
  expect(JSON.parse(versions)).toMatchObject({
    hub: { ...running, node: process.versions.node },
    agents: [{ code: 'g1', name: 'Norte', version: '1.2.0', clock: 'unsynced', connected: true }],
  })
  expect(JSON.parse(files['state.json'] ?? '')).toMatchObject({ database: { level: 'ok' } })
  expect(JSON.parse(files['settings.json'] ?? '')).toEqual({ settings: { site_name: 'Patio' } })
  expect(JSON.parse(alerts)).toMatchObject({ hub: [], agents: [{ kind: 'clock_unsynced' }] })
  expect(files['metrics.txt']).toContain('vc_test 7')
  expect(files['log.ndjson']).toBe('{"level":30,"msg":"listening"}\nwhat a library wrote\n')
  expect(files['LEEME.txt']).toContain('versions.json')
})

it('holds no secret, wherever one was planted', async () => {
  const token = newToken()
  const agentKey = formatAgentKey({ id: 'ab'.repeat(6), secret: 'cd'.repeat(32) })
  const config = loadConfig({
    HUB_BUS_URL: 'mqtts://hub:planted-bus@broker.example',
    DATABASE_URL: 'postgres://hub:planted-db@db.example/gates?password=planted-option',
    HUB_SMTP_URL: 'smtp://hub:planted-mail@mail.example?from=hub@site.example',
    HUB_TILES_UPSTREAM: 'https://tiles.example/{z}/{x}/{y}.png?key=planted-key',
    HUB_ADMIN_EMAIL: 'ana.planted@site.example',
    HUB_ADMIN_PASSWORD: 'planted-admin',
    HUB_AUDIT_KEY: 'planted-audit-key-of-32-characters',
    HUB_METRICS_TOKEN: 'planted-metrics-token',
  })
  const secrets = secretValues(config)
  const planted = [
    ...secrets,
    token,
    agentKey,
    'planted-cookie',
    'planted-bearer',
    'planted-field',
    'planted-url',
    'ana.planted',
    'planted text',
    btoa('\0hub\0planted-mail'),
    btoa('hub:planted-mail'),
  ]
  const said = [
    ...secrets,
    token,
    agentKey,
    'Cookie: vc=planted-cookie',
    'Authorization: Bearer planted-bearer',
    'https://ana:planted-url@hub.example/x',
    'ana.planted@site.example',
    'token="planted text"',
    // A mail server that quotes what it was sent.
    `535 not AUTH PLAIN ${btoa('\0hub\0planted-mail')}`,
    `535 not ${btoa('hub:planted-mail')}`,
  ]
  const log = pino({ level: 'trace' }, keepLines(ring, { write: () => {} }))
  for (const words of said) {
    log.info(`it said ${words}`)
    log.child({ words }).error({ err: new Error(words), deep: [{ words }] }, 'failed')
    ring.push(`not JSON: ${words}\n`)
    ring.push(`${JSON.stringify({ msg: JSON.stringify({ words }) })}\n`)
  }
  const fields = { newPassword: 'planted-field', req: { headers: { cookie: 'planted-cookie' } } }
  log.warn({ ...fields, deep: [{ apiKey: 'planted-field' }] }, JSON.stringify(fields))
  const gauge = new Gauge({ name: 'vc_x', help: 'X', labelNames: ['l'], registers: [registry] })
  for (const words of said) gauge.set({ l: words }, 1)
  await addAgent(`gate of ana.planted@site.example with ${agentKey}`)
  const since = new Date(now).toISOString()
  const files = await unzipped({
    secrets,
    settings: () => ({ fixed: fixedSettings(config, { ...running, replicas: 1 }), said, fields }),
    hubAlerts: () =>
      said.map((server) => {
        return { kind: 'mail_failing', hub: 'h', since, until: null, cause: null, server }
      }),
  })
  const all = Object.values(files).join('\n')
  expect(planted.filter((secret) => all.includes(secret))).toEqual([])
  expect(planted.filter((secret) => all.includes(btoa(secret)))).toEqual([])
  expect(all).toContain('a***@site.example')
  expect(all).toContain('mail.example:587')
  expect(all).toContain(running.commit)
  for (const line of files['log.ndjson']?.split('\n') ?? []) {
    if (line.startsWith('{')) JSON.parse(line)
  }
})

it('names what the database does not say, and holds the rest', async () => {
  const readOnly = store.readOnly.withPlugin({
    transformQuery() {
      throw new Error('the database is away, says ana@test.co')
    },
    transformResult: async ({ result }) => result,
  })
  ring.push('{"msg":"one"}\n')
  const files = await unzipped({ readOnly })
  const away = { unavailable: 'the database is away, says a***@test.co' }
  expect(JSON.parse(files['alerts.json'] ?? '')).toEqual({ hub: [], agents: away })
  expect(JSON.parse(files['versions.json'] ?? '')).toMatchObject({ agents: away })
  expect(JSON.parse(files['state.json'] ?? '')).toMatchObject({ database: { level: 'unknown' } })
  expect(files['log.ndjson']).toBe('{"msg":"one"}\n')
})

it('lets the hub do its work between long lines of the log', async () => {
  let turn = 0
  let isDone = false
  const count = () => {
    turn++
    if (!isDone) setImmediate(count)
  }
  /** The turns of the event loop in which a line was taken. */
  const turns: number[] = []
  const lines = Array.from({ length: 16 }, () => `${'word '.repeat(12_000)}\n`)
  lines[Symbol.iterator] = function* () {
    for (let i = 0; i < this.length; i++) {
      turns.push(turn)
      yield this[i] ?? ''
    }
    return undefined
  }
  count()
  await unzipped({ recentLines: () => lines })
  isDone = true
  expect(new Set(turns).size).toBe(lines.length)
})

it('is bounded, however much there is to say', async () => {
  const gauge = new Gauge({ name: 'vc_x', help: 'X', labelNames: ['l'], registers: [registry] })
  for (let i = 0; i < 18_000; i++) gauge.set({ l: `${i} ${'word '.repeat(20)}` }, i)
  const files = await unzipped()
  const { length } = files['metrics.txt'] ?? ''
  expect(length).toBeLessThanOrEqual(2 * 1024 ** 2)
  expect(length).toBeGreaterThan(2 * 1024 ** 2 - 200)
})
