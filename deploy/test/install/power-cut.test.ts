import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveOf } from './archive.ts'
import { Host } from './host.ts'

let host: Host
beforeEach(async () => {
  host = new Host()
  for (const version of ['1-a', '2-b']) await host.ok('install', archiveOf(host, version))
  await host.ok('activate', '1-a')
})
afterEach(() => host.end())

/**
 * Cuts the power before each step of a command in turn, looks at what stands then, and has the machine
 * boot. Ends when a try came through.
 */
async function cutEverywhere(
  command: readonly string[],
  before: () => Promise<unknown>,
  after: () => Promise<void>,
): Promise<void> {
  for (let cutAt = 1; ; cutAt += 1) {
    await before()
    const { code } = await host.run(command, cutAt)
    expect(['releases/1-a', 'releases/2-b']).toContain(host.link('current'))
    if (code === 0) {
      expect(cutAt).toBeGreaterThan(5)
      return
    }
    expect(code).toBe(null)
    await after()
  }
}

const activateHeld = ['activate', '2-b', '--hold', '300'] as const

it('current is the old or the new one wherever an activation is cut, and the next try completes it', async () => {
  await cutEverywhere(
    activateHeld,
    async () => {
      if (host.link('current') === 'releases/2-b') await host.ok('rollback')
      expect(host.link('current')).toBe('releases/1-a')
      host.systemctlCalls()
    },
    async () => {
      await host.ok(...activateHeld)
      expect(host.link('current')).toBe('releases/2-b')
      expect(host.link('previous')).toBe('releases/1-a')
      expect((await host.status()).pending).toMatchObject({ version: '2-b', previous: '1-a' })
      const calls = host.systemctlCalls()
      expect(calls).toContain('restart --no-block vehicle-control-settle.service')
      expect(calls).toContain('restart --no-block vehicle-control-edge.service')
    },
  )
})

it('an activation that is cut and never tried again goes back at a boot', async () => {
  let boots = 0
  await cutEverywhere(
    activateHeld,
    () => Promise.resolve(),
    async () => {
      // From the third boot on trial at the latest.
      for (let again = 0; again < 3 && (await host.status()).pending; again += 1) {
        boots += 1
        host.boot(`boot ${boots}`, 1)
        await host.run(['wait-settled', '--for', '0'])
      }
      expect((await host.status()).pending).toBe(null)
      expect(host.link('current')).toBe('releases/1-a')
    },
  )
})

it('current is the old or the new one wherever a rollback is cut, and the boot completes it', async () => {
  let boots = 0
  await cutEverywhere(
    ['rollback'],
    async () => {
      await host.ok('activate', '2-b', '--hold', '300')
    },
    async () => {
      for (let again = 0; again < 3 && (await host.status()).pending; again += 1) {
        boots += 1
        host.boot(`boot ${boots}`, 1)
        await host.run(['wait-settled', '--for', '0'])
      }
      expect(host.link('current')).toBe('releases/1-a')
      expect(await host.ok('rollback')).toBe('current 1-a')
    },
  )
})

it('a rollback without a trial that is cut is completed by the next one', async () => {
  await cutEverywhere(
    ['rollback'],
    async () => {
      await host.ok('activate', '2-b')
      expect(host.link('previous')).toBe('releases/1-a')
    },
    async () => {
      expect(await host.ok('rollback')).toMatch(/1-a$/)
      expect(await host.status()).toMatchObject({
        current: '1-a',
        previous: null,
        rolledBack: { from: '2-b', to: '1-a' },
      })
    },
  )
})
