import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import type { RelayCommand } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../../api/http/api-error.ts'
import type { RelayOrder } from '../../../../../api/commands/relay-command.ts'
import type { AckNews } from '../../../../../live/tolerant-events.ts'
import { createFakeClock } from '../../../../../testing/fake-clock.ts'
import { isOn } from './pin-state.ts'
import { createRelayBoard } from './relay-board.ts'

/** A hub that answers as the test says: `lost` for a call without an answer. */
function open(answers: (ApiError | 'lost' | 'ok')[] = []) {
  const clock = createFakeClock()
  const sent: RelayOrder[] = []
  let ids = 0
  let slept = 0
  let silences = 0
  const board = createRelayBoard({
    clock,
    serverNow: () => clock.now() + slept,
    newId: () => `c${++ids}`,
    onSilent: () => void (silences += 1),
    send: async (order) => {
      sent.push(order)
      const answer = answers.shift() ?? 'ok'
      if (answer === 'lost') throw new ApiError({ status: 0, code: 'network' })
      if (answer !== 'ok') throw answer
    },
  })
  const ack = (id: string | null, given: Partial<AckNews> = {}) =>
    board.takeAck({
      code: 'gate',
      id,
      pin: 17,
      state: 1,
      ok: true,
      onMs: 5000,
      reason: 'done',
      late: false,
      ...given,
    })
  const off = (id: string, given: Partial<AckNews> = {}) =>
    ack(id, { state: 0, onMs: 5000, reason: 'auto_off', ...given })
  const line = board.line(17)
  const shown = () => {
    const { pending, fault } = line.state.get()
    return {
      on: isOn(line.state.get(), clock.now()),
      pending: pending?.state ?? null,
      fault: fault?.kind ?? null,
    }
  }
  /** Moves the clock in steps, so that what a promise starts gets its timers too. */
  const pass = async (ms: number) => {
    await settle()
    for (let left = ms; left > 0; left -= 250) {
      clock.advance(Math.min(250, left))
      await settle()
    }
  }
  const sleep = (ms: number) => void (slept += ms)
  return { board, clock, sleep, sent, ack, off, line, shown, pass, silences: () => silences }
}
const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}
const OFF = { on: false, pending: null, fault: null }
const ON = { on: true, pending: null, fault: null }

describe('a relay', () => {
  it('is pending until its ack, then on for as long as the ack says', async () => {
    const { line, ack, shown, sent, pass, clock } = open()
    line.switchOn(600_000)
    expect(sent).toEqual([{ id: 'c1', pin: 17, state: 1, duration: 600_000 }])
    expect(shown()).toEqual({ on: false, pending: 1, fault: null })
    await pass(1000)
    ack('c1', { onMs: 30_000 })
    expect(shown()).toEqual(ON)
    expect(line.state.get().onUntil).toBe(clock.now() + 30_000)
  })

  it('is told to go off 500 ms after its end', async () => {
    const { line, ack, shown, sent, pass } = open()
    line.switchOn(5000)
    ack('c1')
    await pass(5250)
    expect(shown()).toEqual(OFF)
    expect(sent).toHaveLength(1)
    await pass(250)
    expect(sent[1]).toEqual({ id: 'c2', pin: 17, state: 0 })
    expect(shown()).toEqual(OFF)
  })

  it('that went off by itself is told nothing', async () => {
    const { line, ack, off, shown, sent, pass } = open()
    line.switchOn(5000)
    ack('c1')
    await pass(4000)
    off('c1')
    expect(shown()).toEqual(OFF)
    await pass(20_000)
    expect(sent).toHaveLength(1)
  })

  it('is not closed under somebody who opened it meanwhile', async () => {
    const { line, ack, shown, sent, pass } = open()
    line.switchOn(5000)
    ack('c1')
    await pass(3000)
    ack('other', { onMs: 60_000 })
    await pass(20_000)
    expect(shown()).toEqual(ON)
    expect(sent).toHaveLength(1)
  })

  it('is not closed by a machine that slept through its end', async () => {
    const { line, ack, sent, clock, sleep } = open()
    line.switchOn(5000)
    ack('c1')
    sleep(3_600_000)
    clock.advance(6000)
    await settle()
    expect(sent).toHaveLength(1)
  })

  it('that is opened again at its end is not closed by the command before', async () => {
    const { line, ack, sent, pass } = open()
    line.switchOn(5000)
    ack('c1')
    await pass(5250)
    line.switchOn(5000)
    await pass(1000)
    expect(sent.map(({ state }) => state)).toEqual([1, 1])
  })

  it('of another person is shown too, and so is its end', () => {
    const { ack, off, shown } = open()
    ack('other')
    expect(shown()).toEqual(ON)
    off('other')
    expect(shown()).toEqual(OFF)
  })
})

describe('a command', () => {
  it('is sent once while it waits for its ack', () => {
    const { line, sent } = open()
    line.switchOn(1000)
    line.switchOn(1000)
    line.switchOff()
    line.switchOff()
    expect(sent.map(({ state }) => state)).toEqual([1, 0])
  })

  it.each(['expired', 'busy', 'failed', 'timeout', 'quarantined'])(
    'that ends as «%s» leaves the relay as it was, and says so',
    (reason) => {
      const { line, ack, shown } = open()
      ack('before', { onMs: 60_000 })
      line.switchOff()
      ack('c1', { ok: false, state: 0, onMs: 0, reason })
      expect(shown()).toEqual({ ...ON, fault: 'ack' })
      expect(line.state.get().fault).toMatchObject({ reason })
    },
  )

  it('whose answer is lost is sent again under its id', async () => {
    const { line, sent, shown, ack, pass } = open(['lost', 'ok'])
    line.switchOn(1000)
    await pass(1000)
    expect(sent.map(({ id }) => id)).toEqual(['c1', 'c1'])
    ack('c1')
    expect(shown()).toEqual(ON)
  })

  it('is not sent again once its ack is there', async () => {
    const { line, sent, ack, pass } = open(['lost'])
    line.switchOn(60_000)
    await settle()
    ack('c1', { onMs: 60_000 })
    await pass(10_000)
    expect(sent).toHaveLength(1)
  })

  it('whose answers are all lost is given up in time, and a late ack still counts', async () => {
    const { line, sent, shown, ack, pass } = open(Array(50).fill('lost'))
    line.switchOn(60_000)
    await pass(10_000)
    expect(shown()).toEqual({ ...OFF, fault: 'send' })
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    ack('c1', { late: true, onMs: 60_000 })
    expect(shown()).toEqual(ON)
  })

  it('that the hub refuses leaves the relay as it was', async () => {
    const offline = new ApiError({ status: 409, code: 'agent_offline', detail: 'No está' })
    const { line, sent, shown, pass } = open([offline])
    line.switchOn(1000)
    await pass(5000)
    expect(sent).toHaveLength(1)
    expect(shown()).toEqual({ ...OFF, fault: 'send' })
  })

  it('without any ack says that nobody knows, and the hub is asked', async () => {
    const { line, shown, pass, silences, ack } = open()
    line.switchOn(1000)
    await pass(10_000)
    expect(shown()).toEqual({ ...OFF, fault: 'silent' })
    expect(silences()).toBe(1)
    ack('c1', { late: true })
    expect(shown()).toEqual(ON)
  })

  it('of another person that fails is no fault here', () => {
    const { ack, shown } = open()
    ack('other', { ok: false, reason: 'busy' })
    expect(shown()).toEqual(OFF)
  })
})

describe('acks out of order', () => {
  it('of an earlier command than the last answered change nothing', () => {
    const { line, ack, shown } = open()
    line.switchOn(60_000)
    line.switchOff()
    ack('c2', { state: 0, onMs: 0 })
    ack('c1', { onMs: 60_000 })
    expect(shown()).toEqual(OFF)
  })

  it('that come twice do not begin the time again', async () => {
    const { line, ack, off, shown, pass } = open()
    line.switchOn(5000)
    ack('c1')
    const { onUntil } = line.state.get()
    await pass(2000)
    ack('c1')
    expect(line.state.get().onUntil).toBe(onUntil)
    off('c1')
    ack('c1')
    expect(shown()).toEqual(OFF)
  })

  it('tell the end of what has been replaced: it stays on', () => {
    const { ack, off, shown } = open()
    ack('first')
    ack('second')
    off('first')
    expect(shown()).toEqual(ON)
    off('second')
    expect(shown()).toEqual(OFF)
  })

  it('without pin or id are of what waits for one', () => {
    const { line, ack, shown } = open()
    ack(null, { pin: null })
    expect(shown()).toEqual(OFF)
    line.switchOn(5000)
    ack(null, { pin: null, state: null, onMs: null, reason: null })
    expect(shown()).toEqual(ON)
    ack('x', { pin: 4 })
    expect(shown()).toEqual(ON)
  })
})

describe('the hub’s list', () => {
  const at = (ms: number) => new Date(ms).toISOString()
  const row = (id: string, now: number, change: Partial<RelayCommand>): RelayCommand => ({
    id,
    pin: 17,
    state: 1,
    duration: null,
    actor: 'a@b.co',
    address: null,
    created_at: at(now - 2000),
    ok: true,
    reason: 'done',
    on_ms: 30_000,
    finished_at: at(now - 2000),
    ...change,
  })
  const list = (given: ReturnType<typeof open>, rows: Partial<RelayCommand>[]) => {
    const now = given.clock.now()
    const commands = rows.map((change, i) => row(change.id ?? `r${i}`, now, change))
    given.board.takeHistory({ commands, askedAt: now })
  }

  it('tells what is still on, and for how long', () => {
    const given = open()
    list(given, [{}])
    expect(given.shown()).toEqual(ON)
    expect(given.line.state.get().onUntil).toBe(given.clock.now() + 28_000)
    given.off('r0')
    expect(given.shown()).toEqual(OFF)
  })

  it.each<[string, Partial<RelayCommand>[]]>([
    ['whose time is over', [{ on_ms: 1000 }]],
    ['that went off by itself', [{ reason: 'auto_off' }]],
    ['that failed', [{ ok: false, reason: 'failed', on_ms: 0 }]],
    ['of the other pin', [{ pin: 27 }]],
    ['that was switched off later', [{ state: 0, finished_at: at(4e12) }, {}]],
  ])('has nothing on in a command %s', (_, rows) => {
    const given = open()
    list(given, rows)
    expect(given.shown()).toEqual(OFF)
  })

  it('has commands that wait for their result, for a while', async () => {
    const given = open()
    list(given, [{ ok: null, reason: null, finished_at: null }])
    expect(given.shown()).toEqual({ ...OFF, pending: 1 })
    await given.pass(10_000)
    expect(given.shown()).toEqual(OFF)
    list(given, [{ ok: null, reason: null, finished_at: null, created_at: at(0) }])
    expect(given.shown()).toEqual(OFF)
  })

  it('older than what was heard since is not believed', async () => {
    const given = open()
    const askedAt = given.clock.now()
    await given.pass(250)
    given.ack('other', { onMs: 60_000 })
    given.board.takeHistory({ commands: [], askedAt })
    expect(given.shown()).toEqual(ON)
  })

  it('does not undo that what was opened here is closed from here', async () => {
    const given = open()
    given.line.switchOn(5000)
    given.ack('c1')
    await given.pass(250)
    list(given, [{ id: 'c1', on_ms: 5000, finished_at: at(given.clock.now() - 250) }])
    await given.pass(5250)
    expect(given.sent.map(({ state }) => state)).toEqual([1, 0])
  })

  it('settles a command whose ack was lost', async () => {
    const given = open()
    given.line.switchOn(30_000)
    await given.pass(250)
    list(given, [{ id: 'c1' }])
    expect(given.shown()).toEqual(ON)
    given.line.switchOff()
    await given.pass(10_000)
    expect(given.shown().fault).toBe('silent')
    list(given, [{ id: 'c2', state: 0, ok: false, reason: 'timeout' }, { id: 'c1' }])
    expect(given.shown()).toEqual({ ...ON, fault: 'ack' })
  })
})

it('whatever comes, a relay shows what the last news of it said, and nothing stays pending', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('on', 'off'), lost: fc.boolean() }),
    fc.record({ do: fc.constant('wait'), ms: fc.integer({ min: 1, max: 4000 }) }),
    fc.record({ do: fc.constantFrom('done', 'failed', 'auto_off'), of: fc.nat(5) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const answers: ('lost' | 'ok')[] = []
      const given = open(answers)
      for (const one of steps) {
        if ('lost' in one) {
          if (one.lost) answers.push('lost')
          if (one.do === 'on') given.line.switchOn(3000)
          else given.line.switchOff()
        } else if ('ms' in one) await given.pass(one.ms)
        else {
          const order = given.sent[one.of] ?? { id: `x${one.of}`, state: 1 as const }
          if (one.do === 'auto_off') given.off(order.id)
          else {
            const isOk = one.do === 'done'
            given.ack(order.id, { state: order.state, ok: isOk, reason: one.do, onMs: 3000 })
          }
        }
        await settle()
        const { onUntil } = given.line.state.get()
        expect(onUntil === null || onUntil <= given.clock.now() + 3000).toBe(true)
      }
      await given.pass(11_000)
      expect(given.shown()).toMatchObject({ on: false, pending: null })
      const contents = new Set(given.sent.map((order) => JSON.stringify(order)))
      expect(contents.size).toBe(new Set(given.sent.map(({ id }) => id)).size)
    }),
    { numRuns: runs(200) },
  )
})
