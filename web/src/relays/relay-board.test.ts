import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/http/api-error.ts'
import { OFF, ON, openBoard, settle } from './board-rig.ts'

describe('a relay', () => {
  it('is pending until its ack, then on for as long as the ack says', async () => {
    const { line, ack, shown, sent, pass, clock } = openBoard()
    line.switchOn(600_000)
    expect(sent).toEqual([{ id: 'c1', pin: 17, state: 1, duration: 600_000 }])
    expect(shown()).toEqual({ on: false, pending: 1, fault: null })
    await pass(1000)
    ack('c1', { onMs: 30_000 })
    expect(shown()).toEqual(ON)
    expect(line.state.get().onUntil).toBe(clock.now() + 30_000)
  })

  it('is told to go off 500 ms after its end', async () => {
    const { line, ack, shown, sent, pass } = openBoard()
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
    const { line, ack, off, shown, sent, pass } = openBoard()
    line.switchOn(5000)
    ack('c1')
    await pass(4000)
    off('c1')
    expect(shown()).toEqual(OFF)
    await pass(20_000)
    expect(sent).toHaveLength(1)
  })

  it('is not closed under somebody who opened it meanwhile', async () => {
    const { line, ack, shown, sent, pass } = openBoard()
    line.switchOn(5000)
    ack('c1')
    await pass(3000)
    ack('other', { onMs: 60_000 })
    await pass(20_000)
    expect(shown()).toEqual(ON)
    expect(sent).toHaveLength(1)
  })

  it('is not closed by a machine that slept through its end', async () => {
    const { line, ack, sent, clock, sleep } = openBoard()
    line.switchOn(5000)
    ack('c1')
    sleep(3_600_000)
    clock.advance(6000)
    await settle()
    expect(sent).toHaveLength(1)
  })

  it('that is opened again at its end is not closed by the command before', async () => {
    const { line, ack, sent, pass } = openBoard()
    line.switchOn(5000)
    ack('c1')
    await pass(5250)
    line.switchOn(5000)
    await pass(1000)
    expect(sent.map(({ state }) => state)).toEqual([1, 1])
  })

  it('of another person is shown too, and so is its end', () => {
    const { ack, off, shown } = openBoard()
    ack('other')
    expect(shown()).toEqual(ON)
    off('other')
    expect(shown()).toEqual(OFF)
  })
})

describe('a command', () => {
  it('is sent once while it waits for its ack', () => {
    const { line, sent } = openBoard()
    line.switchOn(1000)
    line.switchOn(1000)
    line.switchOff()
    line.switchOff()
    expect(sent.map(({ state }) => state)).toEqual([1, 0])
  })

  it.each(['expired', 'busy', 'failed', 'timeout', 'quarantined'])(
    'that ends as «%s» leaves the relay as it was, and says so',
    (reason) => {
      const { line, ack, shown } = openBoard()
      ack('before', { onMs: 60_000 })
      line.switchOff()
      ack('c1', { ok: false, state: 0, onMs: 0, reason })
      expect(shown()).toEqual({ ...ON, fault: 'ack' })
      expect(line.state.get().fault).toMatchObject({ reason })
    },
  )

  it('whose answer is lost is sent again under its id', async () => {
    const { line, sent, shown, ack, pass } = openBoard(['lost', 'ok'])
    line.switchOn(1000)
    await pass(1000)
    expect(sent.map(({ id }) => id)).toEqual(['c1', 'c1'])
    ack('c1')
    expect(shown()).toEqual(ON)
  })

  it('says each time how long ago somebody pressed', async () => {
    const { line, elapsed, pass, clock } = openBoard(['lost', 'lost', 'ok'])
    line.switchOn(1000, clock.now() - 700)
    await pass(10_000)
    expect(elapsed).toEqual([700, 1200, 1700])
    line.switchOff(clock.now() + 50)
    expect(elapsed[3]).toBe(0)
  })

  it('is not sent again once its ack is there', async () => {
    const { line, sent, ack, pass } = openBoard(['lost'])
    line.switchOn(60_000)
    await settle()
    ack('c1', { onMs: 60_000 })
    await pass(10_000)
    expect(sent).toHaveLength(1)
  })

  it('whose answers are all lost is given up in time, and a late ack still counts', async () => {
    const { line, sent, shown, ack, pass, unanswered } = openBoard(Array(50).fill('lost'))
    line.switchOn(60_000)
    await pass(10_000)
    expect(shown()).toEqual({ ...OFF, fault: 'send' })
    expect(unanswered()).toBe(1)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    ack('c1', { late: true, onMs: 60_000 })
    expect(shown()).toEqual(ON)
  })

  it('is not sent again once the person asked for something else', async () => {
    const { line, sent, ack, shown, pass } = openBoard(['lost', 'ok'])
    line.switchOn(60_000)
    line.switchOff()
    ack('c2', { state: 0, onMs: 0 })
    await pass(10_000)
    expect(sent.map(({ id }) => id)).toEqual(['c1', 'c2'])
    expect(shown()).toEqual(OFF)
  })

  it('that closes after the time is not sent again once somebody opened', async () => {
    const { line, sent, ack, shown, pass } = openBoard(['ok', 'lost'])
    line.switchOn(5000)
    ack('c1')
    await pass(5500)
    ack('other', { onMs: 60_000 })
    await pass(10_000)
    expect(sent.map(({ id }) => id)).toEqual(['c1', 'c2'])
    expect(shown()).toEqual(ON)
  })

  it('that the hub refuses leaves the relay as it was', async () => {
    const offline = new ApiError({ status: 409, code: 'agent_offline', detail: 'No está' })
    const { line, sent, shown, pass, unanswered } = openBoard([offline])
    line.switchOn(1000)
    await pass(5000)
    expect(sent).toHaveLength(1)
    expect(shown()).toEqual({ ...OFF, fault: 'send' })
    expect(unanswered()).toBe(0)
  })

  it('without any ack says that nobody knows, and the hub is asked', async () => {
    const { line, shown, pass, silences, ack } = openBoard()
    line.switchOn(1000)
    await pass(10_000)
    expect(shown()).toEqual({ ...OFF, fault: 'silent' })
    expect(silences()).toBe(1)
    ack('c1', { late: true })
    expect(shown()).toEqual(ON)
  })

  it('of another person that fails is no fault here', () => {
    const { ack, shown } = openBoard()
    ack('other', { ok: false, reason: 'busy' })
    expect(shown()).toEqual(OFF)
  })
})

describe('acks out of order', () => {
  it('of an earlier command than the last answered change nothing', () => {
    const { line, ack, shown } = openBoard()
    line.switchOn(60_000)
    line.switchOff()
    ack('c2', { state: 0, onMs: 0 })
    ack('c1', { onMs: 60_000 })
    expect(shown()).toEqual(OFF)
  })

  it('that come twice do not begin the time again', async () => {
    const { line, ack, off, shown, pass } = openBoard()
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
    const { ack, off, shown } = openBoard()
    ack('first')
    ack('second')
    off('first')
    expect(shown()).toEqual(ON)
    off('second')
    expect(shown()).toEqual(OFF)
  })

  it('without pin or id are of what waits for one', () => {
    const { line, ack, shown } = openBoard()
    ack(null, { pin: null })
    expect(shown()).toEqual(OFF)
    line.switchOn(5000)
    ack(null, { pin: null, state: null, onMs: null, reason: null })
    expect(shown()).toEqual(ON)
    ack('x', { pin: 4 })
    expect(shown()).toEqual(ON)
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
      const given = openBoard(answers)
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
