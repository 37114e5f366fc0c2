import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { AccessList } from '../access/access-list.ts'
import { ChainCheck } from '../audit/chain-check.ts'
import { OwedEntries } from '../audit/owed-entries.ts'
import { type AppParts, createApp } from '../api/app.ts'
import { createClientAddresses } from '../api/http/client/client-address.ts'
import { KnownNetworks } from '../auth/login/known-networks.ts'
import { MAIL_TESTS_OF_AN_ACCOUNT } from '../api/config/mail-test.ts'
import { createSiteState } from '../diagnostics/site-state.ts'
import { createHostList } from '../api/http/client/host-list.ts'
import { FailedLogins } from '../auth/login/failed-logins.ts'
import { REPORTS_OF_AN_ACCOUNT } from '../api/reads/tag-reports.ts'
import { LiveSettings } from '../settings/live-settings.ts'
import { createLoginRateLimit } from '../auth/login/login-rate-limit.ts'
import { createScrypt, limitPasswords } from '../auth/passwords/passwords.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { TILES_OF_A_SESSION } from '../tiles/tiles.ts'
import { createResetRateLimit } from '../auth/password-reset/reset-rate-limit.ts'
import { SessionUse } from '../auth/sessions/session-use.ts'
import { createWallRateLimit } from '../auth/walls/wall-rate-limit.ts'
import { hashToken } from '../auth/tokens.ts'
import { RelayCommands } from '../commands/relay-commands.ts'
import { createLocalBus } from '../bus/bus.ts'
import type { ConnectedAgents } from '../ingest/connected-agents.ts'
import { singleReplica } from '../cluster/replicas.ts'
import type { UserTable } from '../store/schema/people.ts'
import { createSession } from '../store/auth/sessions.ts'
import { createUser } from '../store/people/users.ts'
import { noTiles } from './one-picture-tiles.ts'
import { requireDeclaredAnswer } from './declared-answer.ts'
import { openTempStore } from './temp-store.ts'

/** scrypt that costs next to nothing: tests look at what is done, not at how hard it is. */
export const cheapScrypt = createScrypt({ ln: 4, r: 8, p: 1 })
export const cheapPasswords = limitPasswords(cheapScrypt)
export const silent = pino({ level: 'silent' })
export const testPassword = 'correct horse'

/** Asked over plain http, without a proxy. */
const direct = { trusted: new BlockList(), tls: false, publicOrigin: null }

export type TestHub = Awaited<ReturnType<typeof createTestHub>>

export interface TestHubParts extends Partial<AppParts> {
  /** HUB_SITE_NAME; absent: it is not set. */
  siteName?: string
  /** Minutes after which a session that nobody uses ends; absent: never. */
  idleMinutes?: number
  /** What becomes of relay commands; absent: nobody is connected. */
  deliver?: ConnectedAgents['sendCommand']
}

/** The HTTP app on a store of its own, without a server, with nobody connected. */
export async function createTestHub(overrides: TestHubParts = {}) {
  const store = await openTempStore()
  const webRoot = await mkdtemp(join(tmpdir(), 'hub-web-'))
  const bus = overrides.bus ?? createLocalBus()
  const replicas = singleReplica()
  const commands = new RelayCommands({
    db: store.db,
    urgent: store.urgent,
    urgentReads: store.urgentReads,
    bus,
    log: silent,
    agents: { sendCommand: overrides.deliver ?? (() => 'offline') },
    after: () => () => {},
    replicas,
  })
  const failedLogins =
    overrides.failedLogins ??
    new FailedLogins({ db: store.db, log: overrides.log ?? silent, now: overrides.now ?? Date.now })
  const settings = await LiveSettings.open({
    config: { siteName: overrides.siteName ?? null },
    readOnly: overrides.readOnly ?? store.readOnly,
    bus,
    log: silent,
    // By the bus alone.
    loadEveryMs: 600_000,
  })
  const accessList = new AccessList({ ...store, bus, log: overrides.log ?? silent })
  const presence = overrides.presence ?? { isConnected: () => false, lastSeen: () => null }
  const parts: AppParts = {
    db: store.db,
    urgentReads: store.urgentReads,
    readOnly: store.readOnly,
    searches: store.readOnly,
    bus,
    arrivals: { of: () => performance.now() },
    log: silent,
    registry: new Registry(),
    loop: { delayMs: () => 0, stop() {} },
    addresses: createClientAddresses(direct),
    hosts: createHostList({ names: [], publicOrigin: null, forwardedHosts: () => [] }),
    publicOrigin: null,
    metricsToken: null,
    passwords: cheapPasswords,
    key: store.key,
    sessionUse: new SessionUse({
      db: store.db,
      bus,
      log: silent,
      idleMinutes: overrides.idleMinutes ?? 0,
      others: false,
      now: overrides.now ?? Date.now,
    }),
    secondFactorRoles: [],
    loginRateLimit: createLoginRateLimit(),
    known: new KnownNetworks(),
    resetRateLimit: createResetRateLimit(),
    wallRateLimit: createWallRateLimit(),
    deliverReset: () => {},
    demoAllowed: false,
    now: Date.now,
    presence,
    hubAlerts: () => [],
    auditChain: new ChainCheck({
      store: { searches: store.readOnly, key: store.key },
      log: silent,
      headLog: { hasLostRows: false },
    }),
    owedEntries: new OwedEntries({ db: store.db, log: silent }),
    accessList,
    rfidStatus: () => ({ connected: false, simulate: false, port: null }),
    commands,
    timeZone: 'America/Bogota',
    settings,
    fixedSettings: () => [{ name: 'time_zone', value: 'America/Bogota', by: null }],
    running: { version: '0.0.0', commit: null, builtAt: null },
    version: '0.0.0',
    tiles: noTiles,
    tileRateLimit: createRateLimit(TILES_OF_A_SESSION),
    reportRateLimit: createRateLimit(REPORTS_OF_AN_ACCOUNT),
    diagnostics: async () => new Uint8Array([80, 75]),
    mailTester: () => null,
    mailTestRateLimit: createRateLimit(MAIL_TESTS_OF_AN_ACCOUNT),
    siteState: createSiteState({
      config: { dataDir: store.config.dataDir, tls: null },
      readOnly: store.readOnly,
      watch: {
        alerts: overrides.hubAlerts ?? (() => []),
        disks: () => [{ level: 'ok', path: store.config.dataDir, free: 3e9, total: 4e9 }],
        backup: () => ({ level: 'ok', newest: null, maxHours: 48 }),
      },
      presence,
      replicas,
      accessList,
      waitingMails: () => 0,
      waitingEntries: () => 0,
      version: '0.0.0',
      now: overrides.now ?? Date.now,
    }),
    peopleMail: null,
    webRoot,
    ...overrides,
    failedLogins,
  }
  const app = createApp(parts)

  async function addUser(email: string, role: UserTable['role'], kiosk = false): Promise<number> {
    const passwordHash = await cheapPasswords.hash(testPassword)
    const account = { email, name: email, role, kiosk, passwordHash, demo: false, now: Date.now() }
    return await createUser(store.db, account)
  }

  /** A token of a new account with this role, for a minute of the hub's own time. */
  async function tokenOf(role: UserTable['role'], kiosk = false): Promise<string> {
    const userId = await addUser(`${role}${kiosk ? '-kiosk' : ''}@test.co`, role, kiosk)
    const token = `token-of-${userId}`
    const now = parts.now()
    const session = { userId, tokenHash: hashToken(token), now, expiresAt: now + 60_000 }
    await createSession(store.db, { ...session, address: null })
    return token
  }

  /**
   * Calls the API as a browser with `token` would.
   *
   * @throws Error when the answer is none that the OpenAPI document declares.
   */
  async function call(
    method: string,
    path: string,
    { token, body, raw, headers = {}, from = '192.0.2.1', declared = true }: CallOptions = {},
  ): Promise<Response> {
    const init: RequestInit = {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    }
    if (raw !== undefined) init.body = raw
    else if (body !== undefined) init.body = JSON.stringify(body)
    const incoming = incomingFrom(from, path, headers)
    const answer = await app.request(path, init, { incoming })
    if (declared) await requireDeclaredAnswer(method, path, answer)
    return answer
  }

  return {
    ...store,
    app,
    bus,
    replicas,
    settings,
    webRoot,
    addUser,
    tokenOf,
    call,
    failedLogins,
    accessList,
    async close() {
      await accessList.stop()
      await commands.stop()
      await failedLogins.stop()
      await settings.stop()
      await store.close()
      await rm(webRoot, { recursive: true })
    },
  }
}

export interface CallOptions {
  token?: string
  body?: unknown
  /** Sent as it is, in place of `body`. */
  raw?: string | FormData
  headers?: Record<string, string>
  /** The peer's address; 192.0.2.1 if absent. */
  from?: string
  /** False: the answer may be anything, and is not read ahead. */
  declared?: boolean
}

function incomingFrom(
  remoteAddress: string,
  url: string,
  headers: Record<string, string>,
): HttpBindings['incoming'] {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const incoming = Object.assign(new EventEmitter(), {
    errored: null,
    socket: { remoteAddress },
    headers: Object.fromEntries(named),
    headersDistinct: Object.fromEntries(named.map(([name, value]) => [name, [value]])),
    url,
  })
  // The app reads no more of a request than these.
  return incoming as unknown as HttpBindings['incoming']
}
