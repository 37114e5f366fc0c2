import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HERE, archiveOf, sign } from './archive.ts'
import { Host } from './host.ts'

let host: Host
beforeEach(() => {
  host = new Host()
})
afterEach(() => host.end())

const releases = () => join(host.root, 'opt/vehicle-control/releases')
/** Refused on one line, and nothing is left of it. */
async function expectRefused(archive: string, reason: RegExp): Promise<void> {
  const { code, out, err } = await host.run(['install', archive])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(reason)
  expect(err).not.toContain('\n')
  expect(existsSync(releases()) ? readdirSync(releases()) : []).toEqual([])
}

it('installs a release once, and for everybody to read', async () => {
  const change = (folder: string) => {
    mkdirSync(join(folder, 'protocol'))
    mkdirSync(join(folder, 'node_modules/@vehicle-control'), { recursive: true })
    symlinkSync('../../protocol', join(folder, 'node_modules/@vehicle-control/protocol'))
  }
  const archive = archiveOf(host, '1.0.0-abc1234', { change })
  expect(await host.ok('install', archive)).toBe('installed 1.0.0-abc1234')
  expect(await host.ok('install', archive)).toBe('present 1.0.0-abc1234')
  expect(await host.status()).toEqual({
    current: null,
    previous: null,
    pending: null,
    rolledBack: null,
    installed: ['1.0.0-abc1234'],
  })
  expect(statSync(join(releases(), '1.0.0-abc1234/bin/node')).mode & 0o7777).toBe(0o755)
  expect(readdirSync(releases())).toEqual(['1.0.0-abc1234'])
})

it('has everything on the disk before it takes its name', async () => {
  const { steps } = await host.run(['install', archiveOf(host, '1.0.0-a')])
  const named = steps.findIndex((step) => step.startsWith('mv '))
  expect(steps[named - 1]).toMatch(/^sync -f .*\.unpacking-/)
  expect(steps[named + 1]).toMatch(/^sync -f .*\/releases$/)
})

describe('refuses an archive', () => {
  it('without a signature, or of a host that trusts nobody', async () => {
    const archive = archiveOf(host, '1.0.0-a')
    rmSync(`${archive}.sig`)
    await expectRefused(archive, /\.tar\.gz\.sig is missing$/)
    sign(archive, join(host.root, 'release'))
    rmSync(join(host.root, 'etc/vehicle-control/release-signers'))
    await expectRefused(archive, /release-signers is missing$/)
  })

  it('that another key signed, or this one for another purpose', async () => {
    const foreign = archiveOf(host, '1.0.0-a', { key: host.key('foreign') })
    await expectRefused(foreign, /the signature does not fit$/)
    const elsewhere = archiveOf(host, '1.0.0-b', { namespace: 'git' })
    await expectRefused(elsewhere, /the signature does not fit$/)
  })

  it('of which one byte is another, or that was copied by half', async () => {
    const archive = archiveOf(host, '1.0.0-a')
    const whole = readFileSync(archive)
    appendFileSync(archive, '\n')
    await expectRefused(archive, /the signature does not fit$/)
    writeFileSync(archive, whole)
    truncateSync(archive, Math.floor(whole.length / 2))
    await expectRefused(archive, /the signature does not fit$/)
    // A build that stopped halfway may be signed all the same.
    sign(archive, join(host.root, 'release'))
    await expectRefused(archive, /no whole archive$/)
  })

  it('that somebody changes once its signature was found to fit', async () => {
    const swapped = join(host.root, 'swapped.tar.gz')
    const change = (folder: string) => writeFileSync(join(folder, 'planted'), '')
    renameSync(archiveOf(host, '1.0.0-a', { change, key: host.key('foreign') }), swapped)
    const archive = archiveOf(host, '1.0.0-a')
    // What another account does at that moment, where it may write to the archive.
    const keygen = execFileSync('which', ['ssh-keygen'], { encoding: 'utf8' }).trim()
    const verify = `#!/bin/sh\n${keygen} "$@" && cat ${swapped} >${archive}\n`
    writeFileSync(join(host.root, 'bin/ssh-keygen'), verify, { mode: 0o755 })
    expect(await host.ok('install', archive)).toBe('installed 1.0.0-a')
    expect(existsSync(join(releases(), '1.0.0-a/planted'))).toBe(false)
    expect(readdirSync(releases())).toEqual(['1.0.0-a'])
  })

  it('of another kind of machine, or of another version than it says', async () => {
    const target = HERE === 'linux-x64' ? 'linux-arm64' : 'linux-x64'
    await expectRefused(archiveOf(host, '1.0.0-a', { target }), /not for this machine, linux-/)
    const change = (folder: string) =>
      writeFileSync(join(folder, 'release.json'), JSON.stringify({ version: '2', target: HERE }))
    await expectRefused(
      archiveOf(host, '1.0.0-b', { change }),
      /release\.json is not of 1\.0\.0-b$/,
    )
  })

  it('whose Node does not start here', async () => {
    const change = (folder: string) => writeFileSync(join(folder, 'bin/node'), '\x7fELF')
    await expectRefused(archiveOf(host, '1.0.0-a', { change }), /its Node does not start here$/)
  })

  it('for which the disk has no room', async () => {
    const change = (folder: string) => {
      writeFileSync(join(folder, 'large'), '')
      truncateSync(join(folder, 'large'), 2 ** 50)
    }
    const archive = archiveOf(host, '1.0.0-a', { change, tar: ['--sparse'] })
    await expectRefused(archive, /KiB free; 1\.0\.0-a needs \d{13}$/)
  })
})

describe('refuses an archive whose files lead elsewhere:', () => {
  const outside = () => join(host.root, 'outside')
  beforeEach(() => mkdirSync(outside()))

  it.each([
    ['above it', () => ['../outside']],
    ['by a name from the root', () => [outside()]],
    ['with a way up inside', () => ['--transform', 's|bin/node|bin/../../../node|']],
    ['by a second folder', () => ['archives.txt']],
  ])('%s', async (_, tar) => {
    writeFileSync(join(host.archives, 'archives.txt'), '')
    const archive = archiveOf(host, '1.0.0-a', { tar: tar() })
    await expectRefused(archive, /not the files of one release$/)
  })

  it.each([
    ['a link to the root', '/etc/hostname'],
    ['a link above it', '../../../outside'],
    ['a link to its neighbour', '../vehicle-control-other'],
  ])('%s', async (_, to) => {
    const change = (folder: string) => symlinkSync(to, join(folder, 'link'))
    await expectRefused(archiveOf(host, '1.0.0-a', { change }), /a link leads out of it$/)
  })

  it('a file through such a link', async () => {
    const change = (folder: string) => symlinkSync(outside(), join(folder, 'link'))
    const archive = archiveOf(host, '1.0.0-a', { change })
    const plain = archive.replace('.gz', '')
    execFileSync('gunzip', [archive])
    writeFileSync(join(host.archives, 'planted'), 'planted')
    const into = 's|^|vehicle-control-1.0.0-a/link/|'
    execFileSync('tar', ['-rPf', plain, '-C', host.archives, '--transform', into, 'planted'])
    execFileSync('gzip', [plain])
    sign(archive, join(host.root, 'release'))
    await expectRefused(archive, /could not be unpacked|a link leads out of it/)
    expect(readdirSync(outside())).toEqual([])
  })

  it('a hard link, or a pipe', async () => {
    const hard = (folder: string) => linkSync(join(folder, 'bin/node'), join(folder, 'again'))
    const linked = archiveOf(host, '1.0.0-a', { change: hard })
    await expectRefused(linked, /not the files of one release$/)
    const pipe = (folder: string) => execFileSync('mkfifo', [join(folder, 'pipe')])
    const piped = archiveOf(host, '1.0.0-b', { change: pipe })
    await expectRefused(piped, /not the files of one release$/)
  })
})

it('begins anew after it was killed at any step, and leaves no rest', async () => {
  const archive = archiveOf(host, '1.0.0-a')
  let killed = 0
  for (;;) {
    const { code, out } = await host.run(['install', archive], killed + 1)
    if (code === 0) {
      expect(out).toMatch(/^(installed|present) 1\.0\.0-a$/)
      break
    }
    expect(code).toBe(null)
    killed += 1
    // What was killed is not an installed release, unless it is a whole one.
    const { installed } = await host.status()
    for (const version of installed) {
      expect(existsSync(join(releases(), version, 'systemd/vehicle-control-edge.service'))).toBe(
        true,
      )
    }
  }
  expect(killed).toBeGreaterThan(5)
  expect(readdirSync(releases())).toEqual(['1.0.0-a'])
})

it('waits for another one that is at work', async () => {
  const archive = archiveOf(host, '1.0.0-a')
  const both = await Promise.all([host.run(['install', archive]), host.run(['install', archive])])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.map(({ out }) => out).toSorted()).toEqual(['installed 1.0.0-a', 'present 1.0.0-a'])
})

it('waits at no lock that another account could hold', async () => {
  await host.ok('install', archiveOf(host, '1.0.0-a'))
  const lock = join(host.root, 'opt/vehicle-control/.lock')
  expect(statSync(lock).mode & 0o777).toBe(0o600)
  expect(existsSync(join(host.root, 'run/lock'))).toBe(false)
})

it('is called wrongly: 64, with what it knows', async () => {
  const wrong = [
    [],
    ['instal', 'x'],
    ['install'],
    ['activate'],
    ['activate', '../x'],
    ['activate', '1.0.0-a', '--hold'],
    ['activate', '1.0.0-a', '--hold', 'long'],
    ['confirm', '-x'],
    ['rollback', '1.0.0-a'],
    ['prune', '--keep', '-1'],
    ['status', '--json'],
  ]
  for (const args of wrong) {
    const { code, err } = await host.run(args)
    expect([args, code]).toEqual([args, 64])
    expect(err).toContain('install ARCHIVE')
  }
})
