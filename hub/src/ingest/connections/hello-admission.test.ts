import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Admission, HelloAdmission } from './hello-admission.ts'

let now: number
let isBusy: boolean
let due: (() => void)[]
let admission: HelloAdmission

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  now = 0
  isBusy = false
  due = []
  admission = new HelloAdmission({
    isBusy: () => isBusy,
    now: () => now,
    schedule: (run) => void due.push(run),
    random: () => 0.5,
  })
})

afterEach(() => void vi.useRealTimers())

async function turn(): Promise<void> {
  for (const run of due.splice(0)) run()
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

/** Hellos of so many agents; what became of those that are answered so far. */
function enterAll(agents: number, isOpen = () => true): (Admission & { agent: number })[] {
  const answers: (Admission & { agent: number })[] = []
  for (let agent = 1; agent <= agents; agent++) {
    void admission.enter(agent, isOpen).then((given) => answers.push({ ...given, agent }))
  }
  return answers
}

const leaveAll = (answers: Admission[]) => {
  for (const answer of answers) if ('leave' in answer) answer.leave()
}

it('lets two in at once, in the order in which they came, and the next when one leaves', async () => {
  const answers = enterAll(5)
  await turn()
  expect(answers.map(({ agent }) => agent)).toEqual([1, 2])
  leaveAll(answers)
  await turn()
  expect(answers.map(({ agent }) => agent)).toEqual([1, 2, 3, 4])
})

it('sends those away for whom there is no room, each to a moment of its own', async () => {
  const answers = enterAll(260)
  await turn()
  const sent = answers.flatMap((answer) => ('retryAfterMs' in answer ? [answer.retryAfterMs] : []))
  expect(sent).toHaveLength(60)
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(1000)
  expect(Math.max(...sent)).toBeLessThanOrEqual(60_000)
  expect(new Set(sent).size).toBe(60)
})

it('goes on slowly while what came before is not read, but hears at once who has hung up', async () => {
  isBusy = true
  const answers = enterAll(2)
  let isOpen = true
  const hungUp = enterAll(1, () => isOpen)
  await turn()
  expect(answers).toHaveLength(1)
  leaveAll(answers)
  await turn()
  vi.advanceTimersByTime(50)
  await turn()
  expect(answers).toHaveLength(1)
  now += 100
  vi.advanceTimersByTime(50)
  await turn()
  expect(answers).toHaveLength(2)
  leaveAll(answers)
  isOpen = false
  vi.advanceTimersByTime(50)
  await turn()
  expect(hungUp).toHaveLength(1)
})

it('bids an agent wait that says hello over and over, and only that one', async () => {
  const leave = async (agentId: number) => {
    const entering = admission.enter(agentId, () => true)
    await turn()
    const given = await entering
    leaveAll([given])
    return given
  }
  for (let i = 0; i < 30; i++) expect(await leave(1)).toHaveProperty('leave')
  expect(await leave(1)).toEqual({ retryAfterMs: 1500 })
  expect(await leave(2)).toHaveProperty('leave')
  now += 1000
  expect(await leave(1)).toHaveProperty('leave')
})
