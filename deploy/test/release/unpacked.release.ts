import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Child } from '../../local/child.ts'
import { listeningUrl } from '../../local/hub-process.ts'
import { TARGETS } from '../../release/targets.ts'
import { Site, storedReads, until } from '../rig/site.ts'
import { type UnpackedRelease, newestArchive, unpack } from './unpacked.ts'

/** An emulated processor needs its time to load a program. */
const SLOW_MS = 120_000
/** What the machine code of each library does, as it does it in the hub and the edge. */
const LIBRARIES = `
import assert from 'node:assert'
import { createRequire } from 'node:module'
const require = createRequire(process.cwd() + '/main.js')
const Database = require('better-sqlite3')
const sum = new Database(':memory:').prepare('select 40 + 2 as sum').get().sum
const pid = require('koffi').load('libc.so.6').func('int getpid()')()
const sharp = require('sharp')
const red = { create: { width: 64, height: 48, channels: 3, background: 'red' } }
const photo = await sharp(red).webp().toBuffer()
const { width, format } = await sharp(photo).metadata()
assert(pid > 0)
console.log(JSON.stringify([sum, width, format, process.arch]))
`

/** Whether an edge has written a read to its outbox, which it keeps locked. */
function isKept(dataDir: string, uid: string): boolean {
  return ['outbox.db', 'outbox.db-wal'].some((file) => {
    return readFileSync(join(dataDir, file)).includes(uid)
  })
}

describe.each(TARGETS)('the release for $name', (target) => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const cable = new PtyCable()
  const site = new Site()
  const started: Child[] = []
  let release: UnpackedRelease

  beforeAll(async () => {
    release = unpack(newestArchive(target), folder)
    await cable.plugIn()
  })
  afterAll(async () => {
    for (const child of started) await child.stop('SIGKILL')
    await site.end()
    await cable.destroy()
    rmSync(folder, { recursive: true })
  })

  const run = (args: string[], cwd = folder) => {
    const [command = '', ...before] = release.runtime
    return execFileSync(command, [...before, ...args], { cwd, encoding: 'utf8' })
  }
  const start = (script: string, env: NodeJS.ProcessEnv) => {
    const { top, runtime } = release
    const child = new Child(join(top, script), env, { runtime })
    started.push(child)
    return child
  }

  it('tells its version, and runs the machine code of its libraries', () => {
    for (const program of ['edge', 'hub']) {
      const printed = run([join(release.top, program, 'dist/main.js'), '--version'])
      expect(printed).toBe(`${release.facts.version}\n`)
    }
    expect(run(['--version'])).toBe(`v${release.facts.node}\n`)
    const done = run(['--input-type=module', '--eval', LIBRARIES], join(release.top, 'hub'))
    expect(JSON.parse(done)).toEqual([42, 64, 'webp', target.cpu])
  })

  it('starts a hub, which tells what it is and shows the app', async () => {
    const hub = start('hub/dist/main.js', {
      HUB_HOST: '127.0.0.1',
      HUB_PORT: '0',
      HUB_DATA_DIR: join(folder, 'hub'),
    })
    const url = await listeningUrl(hub)
    const { version, commit, builtAt } = release.facts
    const health = await (await fetch(`${url}/healthz`)).json()
    expect(health).toEqual({ status: 'ok', version, commit, builtAt })
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
    expect(await hub.stop()).toBe(0)
  })

  it('runs an edge from a serial line to the rows of a hub, through its outbox', async () => {
    const client = await site.startHub()
    const dataDir = join(folder, 'edge')
    mkdirSync(dataDir)
    const config = join(folder, 'edge.json')
    const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd, baudRate: 9600 }]
    writeFileSync(config, JSON.stringify({ readers }))
    const env = {
      EDGE_HUB_URL: client.url,
      EDGE_AGENT_CODE: 'gate-1',
      EDGE_DATA_DIR: dataDir,
      EDGE_CONFIG: config,
    }
    const token = { EDGE_ENROLL_TOKEN: await client.enrollToken('gate-1') }
    const rows = (count: number) =>
      until(
        `${count} rows`,
        async () => {
          const stored = await storedReads(client)
          return stored.length >= count && stored.map(({ uid }) => uid)
        },
        SLOW_MS,
      )

    const edge = start('edge/dist/main.js', { ...env, ...token })
    await edge.line((line) => line.msg === 'serial port open')
    await edge.line((line) => line.msg === 'connected to the hub')
    cable.write('E20034120000000000000001\r\nE20034120000000000000002\r\n')
    expect(await rows(2)).toEqual(['E20034120000000000000001', 'E20034120000000000000002'])
    const { agents } = (await client.get('/api/agents')) as { agents: { version: string }[] }
    expect(agents.map(({ version }) => version)).toContain(release.facts.version)

    await site.hub.child.stop()
    cable.write('E20034120000000000000003\r\n')
    await until(
      'the read in the outbox',
      () => isKept(dataDir, 'E20034120000000000000003'),
      SLOW_MS,
    )
    await edge.stop()
    start('edge/dist/main.js', env)
    await site.startHub()
    expect(await rows(3)).toContain('E20034120000000000000003')
  })
})
