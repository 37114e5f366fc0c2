import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LogsResponse, ReadLog } from '@vehicle-control/protocol'
import { type Child, type ChildOptions, root } from '../../local/child.ts'
import SqliteDatabase from 'better-sqlite3'
import { createDatabase, dropDatabase, execute } from '@vehicle-control/hub/testing/postgres-server'
import { type EdgeSetup, startEdgeProcess } from '../../local/edge-process.ts'
import { HubClient, type HubProcess, startHubProcess } from '../../local/hub-process.ts'
import type {} from '@vehicle-control/hub/testing/postgres-setup'
import { onPostgres } from './on-postgres.ts'

/** The hubs of tests do not slow down who tries passwords; those of the bench are as they ship. */
const NODE_ARGS = process.env['VITEST']
  ? ['--import', pathToFileURL(join(root, 'deploy/dist/test/rig/cheap-scrypt.js')).href]
  : []

/**
 * A hub and its edges as processes of their own, in a temporary folder. The hub is on SQLite, or on
 * the Postgres that the test run started where `onPostgres`. For tests.
 */
export class Site {
  readonly folder = mkdtempSync(join(tmpdir(), 'site-'))
  readonly #env: NodeJS.ProcessEnv
  #hub: HubProcess | null = null
  #port = '0'
  /** On Postgres; null: SQLite, or what the environment says. */
  #database: string | null = null
  readonly edges: Child[] = []

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.#env = env
  }

  get hub(): HubProcess {
    if (this.#hub === null) throw new Error('the hub is not started')
    return this.#hub
  }

  /** Starts the hub; again after its end, on the same port and data. */
  async startHub({ wrap = [], nodeArgs = [] }: ChildOptions = {}): Promise<HubClient> {
    if (onPostgres) this.#database ??= await copyOfTemplate()
    const args = [...NODE_ARGS, ...nodeArgs]
    this.#hub = await startHubProcess(this.#hubEnv(), { wrap, nodeArgs: args })
    this.#port = new URL(this.#hub.url).port
    return this.client()
  }

  #hubEnv(): NodeJS.ProcessEnv {
    return {
      HUB_HOST: '127.0.0.1',
      HUB_PORT: this.#port,
      HUB_DATA_DIR: join(this.folder, 'hub'),
      HUB_DEMO: 'account',
      ...(this.#database !== null && { DATABASE_URL: this.#database }),
      ...this.#env,
    }
  }

  /** Lets the assets that are there have been registered so long ago, so that reads of then are theirs. */
  backdateAssets(ms: number): Promise<void> {
    return this.execute(`update assets set created_at = created_at - ${ms}`)
  }

  /** Runs a statement in the hub's database, behind its back. */
  async execute(statement: string): Promise<void> {
    if (this.#database !== null) return await execute(this.#database, statement)
    const db = new SqliteDatabase(join(this.folder, 'hub/hub.db'))
    db.exec(statement)
    db.close()
  }

  /** Runs the hub's command line to its end, beside the hub that is running or not. */
  hubCommand(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
    const env = { ...process.env, ...this.#hubEnv() }
    return new Promise((resolve) => {
      const main = join(root, 'hub/dist/main.js')
      const child = execFile(
        process.execPath,
        [...NODE_ARGS, main, ...args],
        { env },
        (_, out, err) => resolve({ code: child.exitCode, out, err }),
      )
    })
  }

  /** A client with the demo administrator's session. */
  async client(): Promise<HubClient> {
    const client = new HubClient(this.hub.url)
    const login = await client.demoLogin()
    if (login === null) throw new Error('no demo login')
    await client.login(login.email, login.password)
    return client
  }

  dataDir(code: string): string {
    return join(this.folder, code)
  }

  /** Starts an edge with this setup, or with these readers alone; `env` holds EDGE_ENROLL_TOKEN at first and nothing once it is enrolled. */
  startEdge(
    code: string,
    setup: object[] | EdgeSetup,
    env: NodeJS.ProcessEnv = {},
    options: ChildOptions = {},
  ): Child {
    return this.startClone(code, code, setup, env, options)
  }

  /** Starts an edge of this code on a data folder with a name of its own. */
  startClone(
    folder: string,
    code: string,
    given: object[] | EdgeSetup,
    env: NodeJS.ProcessEnv = {},
    options: ChildOptions = {},
  ): Child {
    const setup = Array.isArray(given) ? { readers: given } : given
    const dataDir = this.dataDir(folder)
    const edge = startEdgeProcess({ dataDir, hubUrl: this.hub.url, code, setup }, env, options)
    this.edges.push(edge)
    return edge
  }

  async end(): Promise<void> {
    for (const edge of this.edges) await edge.stop('SIGKILL')
    await this.#hub?.child.stop('SIGKILL')
    if (this.#database !== null) await dropDatabase(this.#database)
    rmSync(this.folder, { recursive: true })
  }
}

async function copyOfTemplate(): Promise<string> {
  const { inject } = await import('vitest')
  const template = inject('postgresTemplate')
  return await createDatabase(template, template)
}

/** All stored reads or the last ones, oldest first by the order in which they were stored. */
export async function storedReads(client: HubClient, limit = 20_000): Promise<ReadLog[]> {
  return (await storedLogs(client, limit)).logs.toReversed()
}

/** How many reads are stored, exact to 10,000. */
export async function countStored(client: HubClient): Promise<number> {
  return (await storedLogs(client, 1)).total
}

const storedLogs = async (client: HubClient, limit: number) =>
  (await client.get(`/api/client/logs?receivedFrom=0&limit=${limit}`)) as LogsResponse

/** Waits for a condition; the tests' one way to wait. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`still waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
