import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Mosquitto, startMosquitto } from '@vehicle-control/hub/testing/mosquitto'
import { type PostgresServer, startPostgres } from '@vehicle-control/hub/testing/postgres-server'
import { openTestSmtp, type TestSmtp } from '@vehicle-control/hub/testing/test-smtp'
import { type Child, root } from '../../local/child.ts'
import { listeningUrl, spawnHub } from '../../local/hub-process.ts'
import { type AskOptions, ask, type HttpAnswer } from './ask.ts'
import { Overheard } from './overheard.ts'
import { Plants } from './plants.ts'

const CHEAP_PASSWORDS = pathToFileURL(join(root, 'deploy/dist/test/rig/cheap-scrypt.js')).href
export const CHIEF = 'jefa@planta.co'

/** A hub on everything that it can be on, each with a planted secret, which tells all it can tell. */
export class PlantedHub {
  readonly folder = mkdtempSync(join(tmpdir(), 'planted-'))
  readonly plants = new Plants()
  readonly heard = new Overheard()
  readonly password = this.plants.plant('HUB_ADMIN_PASSWORD')
  readonly #tiles = createServer((request, response) => {
    if (request.url?.includes('/1/')) response.destroy()
    else response.writeHead(403).end()
  })
  postgres!: PostgresServer
  smtp!: TestSmtp
  broker!: Mosquitto
  env: NodeJS.ProcessEnv = {}
  url = ''
  #child: Child | null = null

  async start(): Promise<void> {
    const { plants } = this
    this.postgres = await startPostgres()
    // The broker wants another password: the hub's own is refused, and said so again and again.
    this.broker = await startMosquitto(['allow_anonymous false'])
    this.smtp = await openTestSmtp({
      onAuth: (_auth, _session, done) => done(null, { user: 'hub' }),
    })
    await new Promise<void>((resolve) => this.#tiles.listen(0, '127.0.0.1', resolve))
    const tilePort = (this.#tiles.address() as AddressInfo).port
    const databaseUrl = new URL(this.postgres.url)
    databaseUrl.password = plants.plant('the password of DATABASE_URL')
    this.env = {
      LOG_LEVEL: 'trace',
      HUB_HOST: '127.0.0.1',
      HUB_PORT: '0',
      HUB_DATA_DIR: join(this.folder, 'hub'),
      HUB_ADMIN_EMAIL: CHIEF,
      HUB_ADMIN_PASSWORD: this.password,
      HUB_AUDIT_KEY: plants.plant('HUB_AUDIT_KEY'),
      HUB_METRICS_TOKEN: plants.plant('HUB_METRICS_TOKEN'),
      DATABASE_URL: databaseUrl.href,
      HUB_BUS_URL: `mqtt://hub:${plants.plant('the password of HUB_BUS_URL')}@127.0.0.1:${this.broker.port}`,
      HUB_SMTP_URL: `smtp://hub:${plants.plant('the password of HUB_SMTP_URL')}@127.0.0.1:${this.smtp.port}?from=hub@planta.co`,
      HUB_TILES_UPSTREAM: `http://127.0.0.1:${tilePort}/{z}/{x}/{y}.png?key=${plants.plant('the key of HUB_TILES_UPSTREAM')}`,
    }
    await this.startHub()
  }

  /** Starts the hub; `change` of its variables is for this start alone. */
  async startHub(change: NodeJS.ProcessEnv = {}): Promise<void> {
    this.url = await listeningUrl(this.#spawn(change))
  }

  /** Starts a hub that cannot, and resolves to its exit code. */
  async startInVain(change: NodeJS.ProcessEnv): Promise<number | null> {
    const child = this.#spawn(change)
    await new Promise((resolve) => child.process.once('close', resolve))
    return child.process.exitCode
  }

  #spawn(change: NodeJS.ProcessEnv): Child {
    const child = spawnHub({ ...this.env, ...change }, { nodeArgs: ['--import', CHEAP_PASSWORDS] })
    this.#child = child
    return this.heard.listenTo(child)
  }

  async stopHub(): Promise<void> {
    await this.#child?.stop()
  }

  /** Calls it; every refusal is overheard as well. */
  async ask(method: string, path: string, options: AskOptions = {}): Promise<HttpAnswer> {
    const answer = await ask(this.url, method, path, options)
    if (answer.status >= 400) this.heard.add(`${answer.status} ${answer.body}`)
    return answer
  }

  /** Sends JSON; the answer's body is parsed. */
  async send(
    method: string,
    path: string,
    json: object,
    token?: string,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(json)
    const answer = await this.ask(method, path, { token, headers, body })
    return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> }
  }

  async end(): Promise<void> {
    await this.#child?.stop('SIGKILL')
    this.#tiles.close()
    await this.smtp.close()
    await this.broker.stop()
    await this.postgres.stop()
    rmSync(this.folder, { recursive: true })
  }
}
