import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { OwnCertificate } from './own-certificate.ts'

/** A Postgres cluster of its own, in a temporary folder on a free port of 127.0.0.1. For tests. */
export interface PostgresServer {
  /** Of a database that is always there. */
  url: string
  /** Ends it at once, as a power cut would; the data stays for `start`. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

interface PostgresOptions {
  /** Keeps fsync on, for what is measured. */
  durable?: boolean
  /** Speaks TLS too, by this certificate. */
  tls?: OwnCertificate
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { durable = false, tls } = options
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const user = asPostgres()
  if (user) chownSync(folder, user.uid, user.gid)
  const bin = newestBin()
  const run = { cwd: folder, ...user }
  const data = join(folder, 'data')
  const initdb = ['--pgdata', data, '--username=postgres', '--auth=trust', '--no-sync']
  execFileSync(join(bin, 'initdb'), [...initdb, '--encoding=UTF8', '--locale=C.UTF-8'], {
    ...run,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 300,
    ...(!durable && { fsync: 'off', full_page_writes: 'off' }),
    ...(tls && { ssl: 'on', ssl_cert_file: 'own.crt', ssl_key_file: 'own.key' }),
  }
  if (tls) {
    const key = join(data, 'own.key')
    copyFileSync(tls.certFile, join(data, 'own.crt'))
    copyFileSync(tls.keyFile, key)
    // Postgres takes no key that is not its own.
    if (user) chownSync(key, user.uid, user.gid)
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    child = spawn(join(bin, 'postgres'), ['-D', data, ...args], { ...run, stdio: 'ignore' })
    for (;;) {
      if (child.exitCode !== null) throw new Error('postgres did not start')
      const client = new pg.Client(urlOf('postgres'))
      client.on('error', () => {})
      const up = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      if (up) return
      await delay(20)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    child = null
    if (ending === null || ending.exitCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await ended
  }

  await start()
  return {
    url: urlOf('postgres'),
    start,
    // The postmaster's children notice its death by themselves and end.
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let made = 0

/** Makes an empty database on the server of `url`, or a copy of `template`, and returns its URL. */
export async function createDatabase(url: string, template?: string): Promise<string> {
  const name = `test_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${++made}`
  // Copied as files: through the log, as Postgres would by itself, it takes four times the work.
  const from = template === undefined ? '' : ` template ${nameOf(template)} strategy file_copy`
  await execute(outside(url), `create database ${name}${from}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Drops a database of `createDatabase`, and cuts who is still connected. */
export async function dropDatabase(url: string): Promise<void> {
  await execute(outside(url), `drop database ${nameOf(url)} with (force)`)
}

const outside = (url: string) => Object.assign(new URL(url), { pathname: '/postgres' }).href
const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** Runs a statement on a connection of its own. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Postgres refuses to run as root. */
function asPostgres(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Where Debian keeps the newest version's programs. */
function newestBin(): string {
  const root = '/usr/lib/postgresql'
  const newest = readdirSync(root)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1)
  return join(root, newest ?? '', 'bin')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
