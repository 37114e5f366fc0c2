import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { AgentBudget } from '../agent-budget.ts'
import {
  FrameScheduler,
  type FrameSchedulerOptions,
  type RawFrame,
  type SocketFrames,
} from './frame-scheduler.ts'

const KIB = 1024

let now: number
let due: (() => void)[]
let turns: FrameScheduler
/** What was taken, turn by turn. */
let taken: string[][]
let paused: Set<string>
let closed: string[]
/** What goes on after a while, and when. */
let later: { at: number; run: () => void }[]

beforeEach(() => start({}))

function start(options: FrameSchedulerOptions): void {
  now = 0
  due = []
  taken = []
  paused = new Set()
  closed = []
  later = []
  turns = new FrameScheduler({
    now: () => now,
    later: (run) => void due.push(run),
    after: (ms, run) => void later.push({ at: now + ms, run }),
    ...options,
  })
}

/** Of an agent that never has to wait. */
const rich = Object.assign(new AgentBudget(), { waitMs: () => 0 })

/** A socket whose frames take 4 ms each to read, or what `take` makes of them. */
function open(
  name: string,
  take: () => void | Promise<void> = () => {},
  of: AgentBudget = rich,
): SocketFrames {
  const socket = {
    take({ data }: RawFrame) {
      taken.at(-1)?.push(`${name}${data.length >= KIB ? '' : data.toString()}`)
      now += 4
      return take()
    },
    pause: () => paused.add(name),
    resume: () => paused.delete(name),
    closeForRetry: () => void closed.push(name),
  }
  return turns.open(socket, of)
}

const send = (socket: SocketFrames, data: string | number) =>
  turns.add(socket, {
    data: typeof data === 'string' ? Buffer.from(data) : Buffer.alloc(data, ' '),
    receivedAt: now,
    arrived: now,
  })

/** Runs turns until none is due; answers what each took that took something. */
async function run(): Promise<string[][]> {
  for (let next = due.shift(); next; next = due.shift()) {
    taken.push([])
    next()
    await Promise.resolve()
  }
  return taken.filter((frames) => frames.length > 0)
}

it('reads for 10 ms of a turn and leaves the rest to the next ones, socket by socket', async () => {
  const sockets = ['a', 'b', 'c', 'd'].map((name) => open(name))
  for (const socket of sockets) for (let i = 0; i < 2; i++) send(socket, 60 * KIB)
  expect(await run()).toEqual([
    ['a', 'b', 'c'],
    ['d', 'a', 'b'],
    ['c', 'd'],
  ])
})

it('reads small frames first, and large ones all the same', async () => {
  const large = open('L')
  const small = open('s')
  for (let i = 0; i < 2; i++) send(large, 60 * KIB)
  for (let i = 1; i < 8; i++) send(small, String(i))
  expect(await run()).toEqual([
    ['s1', 's2', 'L'],
    ['s3', 's4', 'L'],
    ['s5', 's6', 's7'],
  ])
})

it('lets a live frame go before the backlog of its own socket, once it is greeted', async () => {
  const live = '{"type":"live"}'
  const socket = open('')
  send(socket, 'hello')
  send(socket, live)
  socket.isGreeted = true
  for (let i = 0; i < 4; i++) send(socket, 'batch')
  send(socket, live)
  const order = (await run()).flat()
  expect(order.indexOf(live)).toBe(1)
  expect(order.filter((frame) => frame !== live)).toEqual(['hello', ...Array(4).fill('batch')])
})

it('waits with a socket until its frame is done with, and meanwhile goes on with others', async () => {
  let finish = () => {}
  const slow = open('slow', () => new Promise<void>((resolve) => (finish = resolve)))
  const other = open('other')
  send(slow, '1')
  send(slow, '2')
  send(other, '3')
  await run()
  expect(taken.flat()).toEqual(['slow1', 'other3'])
  finish()
  await Promise.resolve()
  await run()
  expect(taken.flat()).toEqual(['slow1', 'other3', 'slow2'])
})

it('reads no large frame while too many entries wait for the store, and small ones for longer', async () => {
  start({ maxUnstored: 1000 })
  let commit = () => {}
  const stored = turns.storing(1000, 0, new Promise<void>((resolve) => (commit = resolve)))
  send(open('L'), 60 * KIB)
  send(open('s'), '1')
  await run()
  expect(taken.flat()).toEqual(['s1'])
  // Twice as many, and small ones wait as well.
  let commitMore = () => {}
  const more = turns.storing(1000, 0, new Promise<void>((resolve) => (commitMore = resolve)))
  send(open('s'), '2')
  await run()
  expect(taken.flat()).toEqual(['s1'])
  commitMore()
  await more
  await run()
  expect(taken.flat()).toEqual(['s1', 's2'])
  commit()
  await stored
  await run()
  expect(taken.flat()).toEqual(['s1', 's2', 'L'])
})

it('holds those that send large frames while too much waits, and who has too much itself', async () => {
  start({ maxBytes: 1024 * KIB })
  const [a, b, greedy] = ['a', 'b', 'greedy'].map((name) => open(name)) as [
    SocketFrames,
    SocketFrames,
    SocketFrames,
  ]
  for (let i = 0; i < 11; i++) send(greedy, 60 * KIB)
  expect([...paused]).toEqual(['greedy'])
  for (let i = 0; i < 7; i++) send(a, 60 * KIB)
  send(b, '1')
  expect([...paused]).toEqual(['greedy', 'a'])
  turns.close(a)
  expect([...paused]).toEqual(['greedy'])
  await run()
  expect([paused.size, turns.bytes, turns.pausedSockets]).toEqual([0, 0, 0])
})

it('lets an agent wait that took more than its share, and nobody else', async () => {
  const flood = new AgentBudget(() => now)
  const [a, b] = ['a', 'b'].map((name) => open(name, () => {}, flood)) as [
    SocketFrames,
    SocketFrames,
  ]
  const other = open('o', () => {}, new AgentBudget(() => now))
  for (let i = 0; i < 100; i++) {
    send(a, 60 * KIB)
    send(b, 60 * KIB)
  }
  send(other, '1')
  await run()
  const first = taken.flat()
  // Its time at once, and then none of its sockets goes on.
  expect(first.length).toBeLessThan(50)
  expect(first).toContain('o1')
  const start = now
  while (now < start + 10_000) {
    const next = later.toSorted((x, y) => x.at - y.at)[0]
    if (next === undefined) break
    later.splice(later.indexOf(next), 1)
    now = Math.max(now, next.at)
    next.run()
    await run()
  }
  const took = (taken.flat().length - first.length) * 4
  expect(took / (now - start)).toBeLessThan(0.3)
  expect(took / (now - start)).toBeGreaterThan(0.2)
})

it('counts what an agent has stored and announced like what is read of it', async () => {
  const flood = new AgentBudget(() => now)
  const socket = open('f', () => {}, flood)
  flood.spend(400)
  send(socket, '1')
  await run()
  expect(taken.flat()).toEqual([])
  expect(later).toHaveLength(1)
  now = later[0]?.at ?? 0
  later[0]?.run()
  await run()
  expect(taken.flat()).toEqual(['f1'])
})

it('closes sockets that send more, once all the paused ones have sent too much together', () => {
  start({ maxBytes: 256 * KIB })
  const sockets = Array.from({ length: 10 }, (_, i) => open(String(i)))
  for (const socket of sockets) send(socket, 60 * KIB)
  expect([...paused]).toEqual(['4', '5', '6', '7'])
  expect(closed).toEqual(['8', '9'])
})

it('takes every frame once, in its socket’s order, and holds nobody for ever', async () => {
  const event = fc.record({
    socket: fc.nat(3),
    bytes: fc.constantFrom(2, 3 * KIB, 60 * KIB, 128 * KIB),
    act: fc.constantFrom('send', 'send', 'send', 'run', 'close'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), fc.boolean(), async (events, isAsync) => {
      start({ maxBytes: 256 * KIB })
      const numbers: number[][] = [[], [], [], []]
      const expected: number[][] = [[], [], [], []]
      const sockets = numbers.map((seen, i) => {
        const socket = {
          take({ receivedAt }: RawFrame) {
            seen.push(receivedAt)
            now += 4
            return isAsync ? Promise.resolve() : undefined
          },
          pause: () => paused.add(String(i)),
          resume: () => paused.delete(String(i)),
          closeForRetry: () => {},
        }
        return turns.open(socket, rich)
      })
      let number = 0
      for (const { socket: i, bytes, act } of events) {
        const socket = sockets[i] as SocketFrames
        if (act === 'run') await run()
        else if (act === 'close') {
          turns.close(socket)
          expected[i] = [...(numbers[i] ?? [])]
        } else if (!socket.isPaused) {
          expected[i]?.push(++number)
          const data = Buffer.alloc(bytes)
          turns.add(socket, { data, receivedAt: number, arrived: number })
        }
      }
      await run()
      expect(numbers).toEqual(expected)
      expect([turns.bytes, turns.pausedSockets, paused.size]).toEqual([0, 0, 0])
    }),
    { numRuns: runs(200) },
  )
})
