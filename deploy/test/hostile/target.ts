import { join } from 'node:path'
import { EnrollResponse, LoginResponse, type Role } from '@vehicle-control/protocol'
import { startPostgres } from '@vehicle-control/hub/testing/postgres-server'
import type { Child, ChildOptions } from '../../local/child.ts'
import type { EdgeSetup } from '../../local/edge-process.ts'
import type { HubClient } from '../../local/hub-process.ts'
import { SIMULATED_GATE } from '../rig/edge-process.ts'
import { Site } from '../rig/site.ts'
import { ask, type AskOptions, askJson, type HttpAnswer } from './ask.ts'

/** `clerk`: an administrator who ends no session of their own. */
export type Caller = 'nobody' | 'kiosk' | 'clerk' | Role

const RIGHTS: Partial<Record<Caller, object>> = {
  kiosk: { role: 'operator', kiosk: true },
  clerk: { role: 'admin' },
}

/** An account that attacks. */
interface Account {
  email: string
  password: string
}

/** Nobody says these to an attacker, in whatever answer. */
const PLANTED = {
  HUB_AUDIT_KEY: 'vc-plant-audit-key-0123456789abcdef0123456789',
  HUB_METRICS_TOKEN: 'vc-plant-metrics-token-0123456789',
}
const CHIEF = { email: 'jefa@planta.co', password: 'vc-plant-tractor-azul-93' }

/** A hub that runs as it ships, with a gate, a fleet, and an account of each role to attack from. */
export class Target {
  readonly #site: Site
  readonly #endDatabase: () => Promise<void>
  /** A file of SQLite, or the URL of Postgres. */
  readonly database: string
  readonly #accounts = new Map<Caller, Account>()
  readonly #tokens = new Map<Caller, string>()
  #network = 0
  client: HubClient
  /** Texts of which no answer may have any. */
  readonly secrets = [...Object.values(PLANTED), CHIEF.password]
  /** Accounts and agents that may be changed, disabled and deleted. */
  readonly victims: { userIds: number[]; agents: string[] } = { userIds: [], agents: [] }
  readonly chief = CHIEF
  /** What the hub prints beside its log, such as reset tokens. */
  readonly printed: string[] = []

  static async start({ postgres = false } = {}): Promise<Target> {
    const server = postgres ? await startPostgres() : null
    const site = new Site({ ...PLANTED, ...(server && { DATABASE_URL: server.url }) })
    const endDatabase = async () => await server?.stop()
    try {
      const client = await site.startHub()
      const database = server?.url ?? join(site.dataDir('hub'), 'hub.db')
      const target = new Target(site, client, { database, endDatabase })
      await target.#furnish()
      return target
    } catch (error) {
      await site.end()
      await endDatabase()
      throw error
    }
  }

  private constructor(
    site: Site,
    client: HubClient,
    { database, endDatabase }: { database: string; endDatabase: () => Promise<void> },
  ) {
    this.database = database
    this.#site = site
    this.client = client
    this.#endDatabase = endDatabase
    let half = ''
    site.hub.child.process.stdout?.on('data', (chunk: string) => {
      const lines = (half + chunk).split('\n')
      half = lines.pop() ?? ''
      this.printed.push(...lines.filter((line) => !line.startsWith('{')))
    })
  }

  async #furnish(): Promise<void> {
    const { client } = this
    const login = await client.demoLogin()
    if (!login) throw new Error('the hub has no demo account')
    // Who makes a superadmin shows the own password.
    const proof = { currentPassword: login.password }
    await client.post('/api/users', { ...CHIEF, name: 'Jefa', role: 'superadmin', proof })
    await this.startEdge('puerta-real', SIMULATED_GATE)
    for (const role of ['operator', 'admin', 'superadmin', 'kiosk', 'clerk'] as const) {
      const account = { email: `${role}@ataque.co`, password: `vc-plant-${role}-verde-71` }
      const rights = RIGHTS[role] ?? { role }
      const made = { ...account, name: role, ...rights }
      await client.post('/api/users', role === 'superadmin' ? { ...made, proof } : made)
      this.#accounts.set(role, account)
      this.secrets.push(account.password)
      // Before anybody guesses: from then on logins wait.
      await this.tokenOf(role)
    }
    for (const n of [1, 2, 3]) {
      const code = `victima-${n}`
      const victim = { email: `${code}@planta.co`, name: code, role: 'operator' }
      const { id } = (await client.post('/api/users', {
        ...victim,
        password: `vc-plant-${code}`,
      })) as { id: number }
      this.victims.userIds.push(id)
      this.victims.agents.push(code)
      this.secrets.push(await client.enroll(code))
    }
  }

  get url(): string {
    return this.client.url
  }

  get hubProcess() {
    return this.#site.hub.child
  }

  get edgeProcess() {
    return this.#site.edges[0]
  }

  /** An address that no throttle has seen. */
  freshAddress(): string {
    this.#network++
    return `127.20.${this.#network >> 8}.${this.#network & 255}`
  }

  ask(method: string, path: string, options: AskOptions = {}): Promise<HttpAnswer> {
    return ask(this.url, method, path, options)
  }

  /** Logs an account in from an address, and waits where it is told to. */
  async logIn({ email, password }: Account, from = this.freshAddress()): Promise<string> {
    for (;;) {
      const json = { email, password }
      const answer = await askJson(this.url, 'POST', '/api/auth/login', { json, from })
      if (answer.status === 200) return LoginResponse.parse(answer.body).token
      if (answer.status !== 429) {
        throw new Error(`${email} cannot log in: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }

  /** The token of an attacker; undefined for nobody. */
  async tokenOf(caller: Caller): Promise<string | undefined> {
    const account = this.#accounts.get(caller)
    if (!account) return undefined
    const token = this.#tokens.get(caller) ?? (await this.logIn(account))
    this.#tokens.set(caller, token)
    return token
  }

  /** The attacker ended its own session. */
  forgetToken(caller: Caller): void {
    this.#tokens.delete(caller)
  }

  /** Starts an edge that enrols under this code. */
  async startEdge(
    code: string,
    setup: EdgeSetup,
    env: NodeJS.ProcessEnv = {},
    options: ChildOptions = {},
  ): Promise<Child> {
    const EDGE_ENROLL_TOKEN = await this.client.enrollToken(code)
    return this.#site.startEdge(code, setup, { ...env, EDGE_ENROLL_TOKEN }, options)
  }

  /** A key of an agent, taken as a device takes it. */
  async enroll(code: string): Promise<string> {
    const json = { token: await this.client.enrollToken(code), code }
    const answer = await askJson(this.url, 'POST', '/api/agent/enroll', { json })
    return EnrollResponse.parse(answer.body).apiKey
  }

  async end(): Promise<void> {
    await this.#site.end()
    await this.#endDatabase()
  }
}
