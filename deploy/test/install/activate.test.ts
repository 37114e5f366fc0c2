import { readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { archiveOf } from './archive.ts'
import { Host } from './host.ts'

let host: Host
beforeEach(() => {
  host = new Host()
})
afterEach(() => host.end())

const install = async (...versions: string[]) => {
  for (const version of versions) await host.ok('install', archiveOf(host, version))
}
const releases = () => join(host.root, 'opt/vehicle-control/releases')
const UNITS = 'etc/systemd/system'
const RESTART = 'restart --no-block vehicle-control-edge.service'

describe('activate', () => {
  it('makes a version current, links its units, and restarts what is in use', async () => {
    await install('1-a', '2-b')
    expect(await host.ok('activate', '1-a')).toBe('activated 1-a')
    expect(host.systemctlCalls()).toEqual(['daemon-reload', RESTART, 'daemon-reload'])
    expect(await host.ok('activate', '2-b')).toBe('activated 2-b')
    expect(host.systemctlCalls()).toEqual(['daemon-reload', RESTART])
    expect(host.link('current')).toBe('releases/2-b')
    expect(host.link('previous')).toBe('releases/1-a')
    const unit = 'vehicle-control-edge.service'
    const linked = readlinkSync(join(host.root, UNITS, unit))
    expect(linked).toBe(`/opt/vehicle-control/current/systemd/${unit}`)

    expect(await host.ok('activate', '2-b')).toBe('current 2-b')
    expect(host.systemctlCalls()).toEqual([''])
    expect(host.link('previous')).toBe('releases/1-a')

    // As `systemctl disable` does with a link.
    rmSync(join(host.root, UNITS, unit))
    await host.ok('activate', '2-b')
    expect(readlinkSync(join(host.root, UNITS, unit))).toBe(linked)
  })

  it('tells systemd nothing where it does not run, as in an image', async () => {
    rmSync(join(host.root, 'run/systemd'), { recursive: true })
    await install('1-a')
    expect(await host.ok('activate', '1-a')).toBe('activated 1-a')
    expect(host.systemctlCalls()).toEqual([''])
  })

  it('leaves a unit that was masked', async () => {
    await install('1-a')
    await host.ok('activate', '1-a')
    const unit = join(host.root, UNITS, 'vehicle-control-hub.service')
    rmSync(unit)
    symlinkSync('/dev/null', unit)
    await install('2-b')
    await host.ok('activate', '2-b')
    expect(readlinkSync(unit)).toBe('/dev/null')
  })

  it('refuses what is not installed, and a current that is no link', async () => {
    await install('1-a')
    const { code, err } = await host.run(['activate', '9-x'])
    expect({ code, err }).toEqual({
      code: 1,
      err: 'vehicle-control-release: 9-x is not installed',
    })
    writeFileSync(join(host.root, 'opt/vehicle-control/current'), '')
    expect((await host.run(['activate', '1-a'])).err).toMatch(/current is no link$/)
  })
})

describe('a version on trial', () => {
  let prepared: Host
  beforeAll(async () => {
    host = prepared = new Host()
    await install('1-a', '2-b', '3-c')
    await host.ok('activate', '1-a')
    await host.ok('activate', '2-b', '--hold', '300', '--by', 'play 7@"controller"')
  })
  beforeEach(() => {
    host.end()
    host = new Host(prepared)
  })
  afterAll(() => prepared.end())
  const current = async () => (await host.status()).current
  /** The time runs while the tool waits. */
  const settled = (run: Promise<unknown>, uptime: number, boot = 'first') => {
    host.boot(boot, uptime)
    return run
  }

  it('is watched before it is current', async () => {
    const calls = host.systemctlCalls()
    const watched = calls.indexOf('restart --no-block vehicle-control-settle.service')
    expect(calls).toContain('enable --quiet vehicle-control-settle.service')
    expect(watched).toBeGreaterThan(-1)
    expect(watched).toBeLessThan(calls.lastIndexOf(RESTART))
    const { pending } = await host.status()
    const by = 'play_7@_controller_'
    expect(pending).toMatchObject({ version: '2-b', previous: '1-a', hold: 300, by })
  })

  it('is not followed by another one', async () => {
    const { code, err } = await host.run(['activate', '3-c'])
    expect(code).toBe(1)
    expect(err).toMatch(/2-b, activated by play_7@_controller_, is neither confirmed nor rolled/)
    expect(await host.ok('activate', '2-b', '--hold', '9')).toBe('current 2-b')
    expect((await host.status()).pending).toMatchObject({ hold: 300 })
  })

  it('stays when it is confirmed', async () => {
    expect(await host.ok('confirm', '2-b')).toBe('confirmed 2-b')
    expect(await host.ok('confirm', '2-b')).toBe('current 2-b')
    host.boot('first', 1e6)
    expect(await host.ok('settle')).toBe('')
    expect(await current()).toBe('2-b')
    const { code, err } = await host.run(['confirm', '1-a'])
    expect({ code, err }).toEqual({
      code: 1,
      err: 'vehicle-control-release: 1-a is not current: 2-b is',
    })
  })

  it('goes back by itself when its time is over, and not by the clock', async () => {
    // An update of the clock makes the time no shorter: only the machine's own running does.
    const pending = host.read('opt/vehicle-control/pending')
    host.write('opt/vehicle-control/pending', pending.replace(/^since .*$/m, 'since 0'))
    const settle = host.run(['settle'])
    expect((await host.run(['wait-settled', '--for', '0'])).err).toMatch(
      /2-b is still on trial, activated by play_7@_controller_$/,
    )
    host.systemctlCalls()
    expect(await settled(settle, 400)).toMatchObject({ code: 0, out: 'rolled back to 1-a' })
    expect(host.systemctlCalls()).toEqual(['daemon-reload', RESTART])
    expect(await host.status()).toMatchObject({
      current: '1-a',
      previous: null,
      pending: null,
      rolledBack: { from: '2-b', to: '1-a', by: 'settle' },
    })
    // The play that comes too late finds it done, and goes no further back.
    expect(await host.ok('rollback')).toBe('current 1-a')
    expect((await host.run(['confirm', '2-b'])).code).toBe(1)
  })

  it('goes back by the one who waits, where nobody else does', async () => {
    host.boot('first', 400)
    expect(await host.ok('wait-settled')).toBe('rolled back to 1-a')
  })

  it('keeps what was left of its time over a reboot, whatever the clock says', async () => {
    const pending = host.read('opt/vehicle-control/pending')
    const ahead = Math.floor(Date.now() / 1000) + 1e6
    host.write('opt/vehicle-control/pending', pending.replace(/^since .*$/m, `since ${ahead}`))
    host.boot('second', 10)
    expect((await host.run(['wait-settled', '--for', '0'])).err).toMatch(/is still on trial/)
    expect(host.read('opt/vehicle-control/pending')).toMatch(/^left 300$/m)
    const settle = host.run(['settle'])
    expect(await settled(settle, 310, 'second')).toMatchObject({ out: 'rolled back to 1-a' })
  })

  it('goes back at the boot when its time was over before, or when it does not stay up', async () => {
    const pending = host.read('opt/vehicle-control/pending')
    host.write('opt/vehicle-control/pending', pending.replace(/^since .*$/m, 'since 1000'))
    host.boot('second', 5)
    expect(await host.ok('settle')).toBe('rolled back to 1-a')

    await host.ok('activate', '3-c', '--hold', '300')
    for (const boot of ['third', 'fourth']) {
      host.boot(boot, 5)
      expect((await host.run(['wait-settled', '--for', '0'])).code).toBe(1)
    }
    host.boot('fifth', 5)
    expect(await host.ok('settle')).toBe('rolled back to 1-a')
  })

  it('goes back where the disk is full at a boot: nothing could count it', async () => {
    for (const file of ['pending.new', 'rolled-back.new']) {
      symlinkSync('/dev/full', join(host.root, 'opt/vehicle-control', file))
    }
    host.boot('second', 5)
    expect(await host.ok('wait-settled', '--for', '0')).toBe('rolled back to 1-a')
    expect(await host.status()).toMatchObject({ current: '1-a', pending: null, rolledBack: null })
  })

  it('goes back to a release that lacks a unit that is running', async () => {
    const unit = 'vehicle-control-enrolled.path'
    rmSync(join(releases(), '1-a/systemd', unit))
    host.enable(unit, 'vehicle-control-edge.service')
    host.systemctlCalls()
    await host.ok('rollback')
    expect(host.systemctlCalls()).toEqual(['daemon-reload', RESTART, `stop --no-block ${unit}`])
  })

  it('is taken back by a unit of the last good release', async () => {
    const settle = () => host.read(`${UNITS}/vehicle-control-settle.service`)
    const good = settle()
    await host.ok('confirm', '2-b')
    const change = (folder: string) =>
      writeFileSync(join(folder, 'systemd/vehicle-control-settle.service'), 'broken')
    await host.ok('install', archiveOf(host, '4-d', { change }))
    await host.ok('activate', '4-d', '--hold', '300')
    expect(settle()).toBe(good)
    await host.ok('confirm', '4-d')
    expect(settle()).toBe('broken')
  })
})

describe('rollback', () => {
  it('goes to the version before, once', async () => {
    await install('1-a', '2-b', '3-c')
    for (const version of ['1-a', '2-b', '3-c']) await host.ok('activate', version)
    expect(await host.ok('rollback', '--by', 'ana')).toBe('rolled back to 2-b')
    expect(await host.ok('rollback')).toBe('current 2-b')
    const rolledBack = { from: '3-c', to: '2-b', by: 'ana' }
    expect(await host.status()).toMatchObject({ current: '2-b', previous: null, rolledBack })
    expect(await host.ok('activate', '3-c')).toBe('activated 3-c')
    expect(await host.status()).toMatchObject({ previous: '2-b', rolledBack: null })
  })

  it.each([
    ['there was none', [], /from 1-a: a version before it is not here$/],
    ['its folder is gone', ['0-z'], /from 1-a: 0-z is not here$/],
  ])('stays where it is when %s, and blocks no later update', async (_, before, reason) => {
    await install(...before, '1-a', '2-b')
    for (const version of before) await host.ok('activate', version)
    await host.ok('activate', '1-a', '--hold', '0')
    for (const version of before) rmSync(join(releases(), version), { recursive: true })
    const { code, err } = await host.run(['settle'])
    expect(code).toBe(1)
    expect(err).toMatch(reason)
    expect(await host.status()).toMatchObject({ current: '1-a', pending: null })
    expect((await host.run(['rollback'])).code).toBe(1)
    expect(await host.ok('activate', '2-b')).toBe('activated 2-b')
  })
})

it('of two plays at once the second waits, and finds its version current', async () => {
  await install('1-a', '2-b')
  await host.ok('activate', '1-a')
  const play = () => host.run(['activate', '2-b', '--hold', '300', '--by', 'play'])
  const both = await Promise.all([play(), play()])
  expect(both.map(({ out }) => out).toSorted()).toEqual(['activated 2-b', 'current 2-b'])
  const waiting = host.run(['wait-settled'])
  await host.ok('confirm', '2-b')
  expect(await waiting).toMatchObject({ code: 0, out: '' })
})

it('prune keeps the newest, current and previous', async () => {
  await install('1-a', '2-b', '3-c', '4-d', '5-e')
  await host.ok('activate', '2-b')
  await host.ok('activate', '1-a')
  expect((await host.ok('prune', '--keep', '1')).split('\n').toSorted()).toEqual([
    'removed 3-c',
    'removed 4-d',
  ])
  expect((await host.status()).installed).toEqual(['1-a', '2-b', '5-e'])
  expect(await host.ok('prune')).toBe('')
})
