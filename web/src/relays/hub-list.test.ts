import type { RelayCommand } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { OFF, ON, openBoard } from './board-rig.ts'

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
  const list = (given: ReturnType<typeof openBoard>, rows: Partial<RelayCommand>[]) => {
    const now = given.clock.now()
    const commands = rows.map((change, i) => row(change.id ?? `r${i}`, now, change))
    given.board.takeHistory({ commands, askedAt: now })
  }

  it('tells what is still on, and for how long', () => {
    const given = openBoard()
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
    const given = openBoard()
    list(given, rows)
    expect(given.shown()).toEqual(OFF)
  })

  it('is read by the hub’s clock where the edge’s is behind or ahead', () => {
    for (const skewMs of [-240_000, 240_000]) {
      const given = openBoard()
      const now = given.clock.now()
      list(given, [{ finished_at: at(now - 2000 + skewMs) }])
      expect(given.shown()).toEqual(ON)
      expect(given.line.state.get().onUntil).toBeLessThanOrEqual(now + 33_000)
    }
  })

  it('has commands that wait for their result, for a while', async () => {
    const given = openBoard()
    list(given, [{ ok: null, reason: null, finished_at: null }])
    expect(given.shown()).toEqual({ ...OFF, pending: 1 })
    await given.pass(10_000)
    expect(given.shown()).toEqual(OFF)
    list(given, [{ ok: null, reason: null, finished_at: null, created_at: at(0) }])
    expect(given.shown()).toEqual(OFF)
  })

  it('older than what was heard since is not believed', async () => {
    const given = openBoard()
    const askedAt = given.clock.now()
    await given.pass(250)
    given.ack('other', { onMs: 60_000 })
    given.board.takeHistory({ commands: [], askedAt })
    expect(given.shown()).toEqual(ON)
  })

  it('with a command whose answers were lost takes its fault back, and it is closed', async () => {
    const given = openBoard(Array(50).fill('lost'))
    given.line.switchOn(30_000)
    await given.pass(7000)
    expect(given.shown()).toEqual({ ...OFF, fault: 'send' })
    list(given, [{ id: 'c1' }])
    expect(given.shown()).toEqual(ON)
    await given.pass(30_000)
    expect(given.sent.at(-1)).toMatchObject({ pin: 17, state: 0 })
  })

  it('that does not reach back to what switched it on leaves it on', async () => {
    const given = openBoard()
    given.ack('long', { onMs: 600_000 })
    await given.pass(250)
    list(
      given,
      Array.from({ length: 30 }, () => ({ pin: 27 })),
    )
    expect(given.shown()).toEqual(ON)
  })

  it('does not undo that what was opened here is closed from here', async () => {
    const given = openBoard()
    given.line.switchOn(5000)
    given.ack('c1')
    await given.pass(250)
    list(given, [{ id: 'c1', on_ms: 5000, finished_at: at(given.clock.now() - 250) }])
    await given.pass(5250)
    expect(given.sent.map(({ state }) => state)).toEqual([1, 0])
  })

  it('settles a command whose ack was lost', async () => {
    const given = openBoard()
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
