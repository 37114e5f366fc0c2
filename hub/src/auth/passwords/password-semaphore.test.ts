import { setImmediate as settle } from 'node:timers/promises'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Semaphore } from '../../limits/semaphore.ts'
import { createPasswordSemaphore, PasswordsOverloaded } from './password-semaphore.ts'

let semaphore: Semaphore
/** What runs, by name, and how to end each. */
let running: Map<string, () => void>
let entered: string[]
let refused: string[]
beforeEach(() => open(createPasswordSemaphore({ permits: 1 })))

function open(next: Semaphore): void {
  semaphore = next
  running = new Map()
  entered = []
  refused = []
}

/** Asks for the group `share/network/address/account`; the name of the work is the same. */
function ask(path: string, signal?: AbortSignal): void {
  const work = async () => {
    entered.push(path)
    await new Promise<void>((resolve) => running.set(path, resolve))
  }
  semaphore.run({ group: path.split('/'), signal }, work).catch((error: unknown) => {
    if (!(error instanceof PasswordsOverloaded)) throw error
    refused.push(path)
  })
}

/** Ends what runs, one after the other, until nobody waits. */
async function finishAll(): Promise<string[]> {
  await settle()
  for (let [first] = running; first !== undefined; [first] = running) {
    const [name, end] = first
    running.delete(name)
    end()
    await settle()
  }
  return entered
}

test('lets groups of each level take turns, however many wait in each', async () => {
  const paths = ['u/a/a1/1', 'u/a/a1/2', 'u/a/a1/3', 'u/a/a2/1', 'u/b/b1/1', 'k/c/c1/1', 'k/c/c1/2']
  for (const path of paths) ask(path)
  expect(await finishAll()).toEqual([
    'u/a/a1/1',
    'u/a/a1/2',
    'k/c/c1/1',
    'u/b/b1/1',
    'k/c/c1/2',
    'u/a/a2/1',
    'u/a/a1/3',
  ])
})

test('lets a network that logged in lately in after one other, while 2,000 others ask', async () => {
  open(createPasswordSemaphore())
  for (let i = 0; i < 2000; i++) ask(`unknown/10.${i}/${i}/user`)
  ask('known address/office/1/ana')
  await settle()
  expect(semaphore.waiting).toBe(96)
  expect(refused).toHaveLength(2001 - 2 - 96)
  const before = entered.length
  await finishAll()
  expect(entered.indexOf('known address/office/1/ana') - before).toBeLessThanOrEqual(1)
})

test('gives one network half of the room, and a newcomer the place of its newest', async () => {
  open(createPasswordSemaphore({ permits: 1, maxWaiting: 6, maxPerNetwork: 3 }))
  ask('u/x/x/first')
  for (let i = 0; i < 5; i++) ask(`u/x/x/${i}`)
  for (let i = 0; i < 3; i++) ask(`u/y/y${i}/me`)
  await settle()
  expect(refused).toEqual(['u/x/x/3', 'u/x/x/4'])
  ask('u/z/z/me')
  await settle()
  expect(refused.slice(2)).toEqual(['u/y/y2/me'])
  expect(await finishAll()).toContain('u/z/z/me')
})

test('forgets who leaves, waiting or before', async () => {
  const leaves = new AbortController()
  ask('u/a/a/runs', leaves.signal)
  ask('u/a/a/waits', leaves.signal)
  ask('u/b/b/stays')
  await settle()
  leaves.abort()
  ask('u/c/c/late', leaves.signal)
  await settle()
  expect([semaphore.waiting, refused.toSorted()]).toEqual([1, ['u/a/a/waits', 'u/c/c/late']])
  expect(await finishAll()).toEqual(['u/a/a/runs', 'u/b/b/stays'])
})

test('goes on after work that failed', async () => {
  const request = { group: ['u'] }
  await expect(semaphore.run(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await semaphore.run(request, async () => 'yes')).toBe('yes')
})

test('keeps to its bounds, loses nobody and lets each network wait for one round at most', async () => {
  const act = fc.record({ network: fc.nat(5), account: fc.nat(2), does: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 80 }), async (acts) => {
      open(createPasswordSemaphore({ permits: 2, maxWaiting: 12, maxPerNetwork: 5 }))
      const leaving: AbortController[] = []
      for (const [i, { network, account, does }] of acts.entries()) {
        const [first] = running
        if (does < 3 && first) {
          running.delete(first[0])
          first[1]()
        } else if (does === 3) leaving.pop()?.abort()
        else {
          const leaves = new AbortController()
          leaving.push(leaves)
          ask(`u/${network}/a/${account}/${i}`, leaves.signal)
        }
        await settle()
        expect(running.size).toBeLessThanOrEqual(2)
        expect(semaphore.waiting).toBeLessThanOrEqual(12)
        if (semaphore.waiting > 0) expect(running.size).toBe(2)
      }
      const begun = entered.length
      const waiting = semaphore.waiting
      await finishAll()
      const rest = entered.slice(begun).map((path) => path.split('/')[1])
      expect([rest.length, semaphore.waiting]).toEqual([waiting, 0])
      const networks = new Set(rest)
      expect(new Set(rest.slice(0, networks.size))).toEqual(networks)
      const asked = acts.filter(({ does }) => does > 3).length
      expect(entered.length + refused.length).toBeGreaterThanOrEqual(asked)
    }),
    { numRuns: runs(50) },
  )
})
