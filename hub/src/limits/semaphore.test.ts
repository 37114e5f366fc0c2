import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Overloaded, Semaphore } from './semaphore.ts'

let semaphore: Semaphore
/** Names of what runs, and how to end each. */
let running: Map<string, () => void>
let done: string[]
beforeEach(() => {
  vi.useFakeTimers()
  running = new Map()
  done = []
  semaphore = new Semaphore({
    permits: 4,
    permitsPerGroup: 2,
    maxWaitingPerGroup: { depth: 1, max: 3 },
    patienceMs: 1000,
  })
})
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

function ask(session: number, name: string): Promise<string> {
  const answer = semaphore.run({ group: [String(session)] }, async () => {
    await new Promise<void>((resolve) => running.set(name, resolve))
    return name
  })
  answer.then(
    () => done.push(name),
    () => {},
  )
  return answer
}

async function finish(name: string): Promise<void> {
  running.get(name)?.()
  running.delete(name)
  await settle()
}

const names = () => [...running.keys()]

test('lets a session have two at once, and another one in beside it at once', async () => {
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(1, name)
  void ask(2, 'b1')
  await settle()
  expect(names()).toEqual(['a1', 'a2', 'b1'])
  await finish('a1')
  expect(names()).toEqual(['a2', 'b1', 'a3'])
})

test('lets those who wait take turns, one of each', async () => {
  semaphore = new Semaphore({ permits: 1, permitsPerGroup: 1 })
  for (const name of ['1.1', '1.2', '1.3', '2.1', '2.2', '3.1']) void ask(Number(name[0]), name)
  await settle()
  const entered: string[] = []
  for (let [name] = names(); name !== undefined; [name] = names()) {
    entered.push(name)
    await finish(name)
  }
  expect(entered).toEqual(['1.1', '1.2', '2.1', '3.1', '1.3', '2.2'])
})

test('refuses who has too many waiting, and who has waited too long, and forgets both', async () => {
  const all = [1, 2, 3, 4, 5, 6].map((n) => ask(1, String(n)))
  await expect(all[5]).rejects.toThrow(Overloaded)
  const late = expect(Promise.all(all.slice(2, 5))).rejects.toThrow('too long')
  await vi.advanceTimersByTimeAsync(1000)
  await late
  for (const name of ['1', '2']) await finish(name)
  expect(done).toEqual(['1', '2'])
  void ask(1, 'again')
  await settle()
  expect(names()).toEqual(['again'])
})

test('goes on after work that failed', async () => {
  await expect(
    semaphore.run({ group: ['1'] }, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  for (let n = 0; n < 9; n++) expect(await semaphore.run({ group: ['1'] }, async () => n)).toBe(n)
})

test('keeps to its bounds and leaves nobody waiting, whoever asks and ends when', async () => {
  const act = fc.record({ session: fc.nat(4), isEnd: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      running = new Map()
      semaphore = new Semaphore({ permits: 4, permitsPerGroup: 2, patienceMs: 1e6 })
      const answers: Promise<string>[] = []
      for (const [i, { session, isEnd }] of acts.entries()) {
        const [first] = names()
        if (isEnd && first !== undefined) await finish(first)
        else answers.push(ask(session, `${session} ${i}`))
        await settle()
        const sessions = names().map((name) => name[0])
        expect(sessions.length).toBeLessThanOrEqual(4)
        for (const one of sessions) {
          expect(sessions.filter((each) => each === one).length).toBeLessThanOrEqual(2)
        }
      }
      for (let [first] = names(); first !== undefined; [first] = names()) await finish(first)
      await Promise.all(answers)
    }),
    { numRuns: runs(50) },
  )
})
