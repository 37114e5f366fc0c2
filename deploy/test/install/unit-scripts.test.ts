import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../local/child.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
function run(script: string, ...args: string[]): string {
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`
  const env = { ...process.env, PATH: path, ROOT: folder }
  const file = join(root, 'deploy/install', script)
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.trim()
}

describe('restart-pause', () => {
  const command = (name: string, says: string) => {
    write(`bin/${name}`, `#!/bin/sh\n${says}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const release = (version: string) => {
    rmSync(join(folder, 'opt/vehicle-control/current'), { force: true })
    symlinkSync(`releases/${version}`, join(folder, 'opt/vehicle-control/current'))
  }
  beforeEach(() => {
    mkdirSync(join(folder, 'opt/vehicle-control'), { recursive: true })
    release('1-a')
    command('systemctl', `cat "$ROOT/restarts"`)
    command('sleep', `echo "$1" >> "$ROOT/slept"`)
  })
  /** How long it waited before a start at an uptime, after so many restarts by systemd. */
  const pause = (uptime: number, restarts = 1) => {
    write('proc/uptime', `${uptime}.00 0.00\n`)
    write('restarts', `${restarts}\n`)
    rmSync(join(folder, 'slept'), { force: true })
    run('restart-pause', 'vehicle-control-edge.service')
    return Number(readFileSync(join(folder, 'slept'), 'utf8'))
  }

  it('waits longer from one failed start to the next, and no longer than 28 s', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => pause(100 + n, n))
    expect(pauses).toEqual([0, 0, 3, 8, 18, 28, 28, 28])
  })

  it('begins anew after ten calm minutes, with another release, and by hand', () => {
    const fail = () => [1, 2, 3].map((n) => pause(100, n)).at(-1)
    expect(fail()).toBe(3)
    expect(pause(103 + 600, 4)).toBe(0)
    fail()
    release('2-b')
    expect(pause(101, 4)).toBe(0)
    fail()
    expect(pause(101, 0)).toBe(0)
    // Of a power cut in the middle of writing.
    write('run/vehicle-control/vehicle-control-edge.service.starts', '')
    expect(pause(101, 4)).toBe(0)
  })
})

describe('forget-token', () => {
  const ENV = 'etc/vehicle-control/edge.env'
  const IDENTITY = 'var/lib/vehicle-control-edge/identity.json'
  const env = () => readFileSync(join(folder, ENV), 'utf8')
  const at = (path: string, second: number) => utimesSync(join(folder, path), second, second)
  beforeEach(() => {
    write(
      ENV,
      `EDGE_HUB_URL='https://hub'\nEDGE_ENROLL_TOKEN='secret'\n# EDGE_ENROLL_TOKEN=secret\nexport EDGE_ENROLL_TOKEN=secret\nEDGE_AGENT_CODE=g1\n`,
    )
    chmodSync(join(folder, ENV), 0o644)
    at(ENV, 1000)
  })

  it('takes the token out, and nothing else', () => {
    write(IDENTITY, '{"agentCode":"g1","apiKey":"vc_1"}')
    at(IDENTITY, 1001)
    expect(run('forget-token')).toContain('no longer in edge.env')
    expect(env()).toBe(`EDGE_HUB_URL='https://hub'\nEDGE_AGENT_CODE=g1\n`)
    expect(statSync(join(folder, ENV)).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'etc/vehicle-control'))).toEqual(['edge.env'])
    expect(run('forget-token')).toBe('')
  })

  it('leaves one that is not used yet', () => {
    const before = env()
    expect(run('forget-token')).toBe('')
    write(IDENTITY, '{"agentCode":"g1","suppressWindowMs":30000}')
    at(IDENTITY, 1001)
    expect(run('forget-token')).toBe('')
    // The key is of before; this token is for the next one.
    write(IDENTITY, '{"agentCode":"g1","apiKey":"vc_1"}')
    at(IDENTITY, 999)
    expect(run('forget-token')).toBe('')
    expect(env()).toBe(before)
    rmSync(join(folder, IDENTITY))
    // Opened, it would wait for a writer for ever.
    execFileSync('mkfifo', [join(folder, IDENTITY)])
    expect(run('forget-token')).toBe('')
    expect(env()).toBe(before)
    rmSync(join(folder, ENV))
    expect(run('forget-token')).toBe('')
  })
})

describe('enrolled.sh, which the play runs as root', () => {
  const script = join(root, 'deploy/ansible/roles/edge/files/enrolled.sh')
  const ended = () => spawnSync('sh', [script, folder], { timeout: 20_000 }).status
  const identity = () => join(folder, 'identity.json')

  it('sees the key, and waits for no pipe in its place', () => {
    write('identity.json', '{"agentCode":"g1","apiKey":"vc_1"}')
    expect(ended()).toBe(0)
    rmSync(identity())
    execFileSync('mkfifo', [identity()])
    expect(ended()).toBe(3)
  })
})
