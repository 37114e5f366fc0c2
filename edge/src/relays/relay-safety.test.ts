import type { RelayPin } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RELAY_REST_MS } from './relay-rest.ts'
import { RIG_MAX_ON_MS, commandOf, RelayRig } from '../testing/relay-rig.ts'

const pins: RelayPin[] = [17, 27]

/** One of a few ids, so that they repeat; the same one may ask for different things. */
const delivery = fc.record({
  what: fc.constant('command' as const),
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  pin: fc.constantFrom(...pins),
  state: fc.constantFrom(0 as const, 1 as const),
  durationMs: fc.option(fc.integer({ min: 1, max: 600_000 }), { nil: undefined }),
  /** From now. */
  dueInMs: fc.integer({ min: -2, max: 5000 }),
  bootId: fc.constantFrom('boot-1', 'boot-1', 'boot-1', 'boot-0'),
  times: fc.integer({ min: 1, max: 3 }),
  crashes: fc.constantFrom(false, false, false, true),
  slowDiskMs: fc.constantFrom(0, 0, 1000, 6000),
  diskFails: fc.constantFrom(false, false, false, true),
  quarantined: fc.constantFrom(false, false, false, true),
})
type Delivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never
const passing = fc.record({
  what: fc.constant('time' as const),
  ms: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 60_000 })),
})
const restarting = fc.record({ what: fc.constantFrom('crash' as const, 'stop' as const) })
const story = fc.array(fc.oneof({ weight: 3, arbitrary: delivery }, passing, restarting), {
  maxLength: 40,
})

/**
 * Watches the pins: never on beyond the most that is allowed after the first moment on, and only a
 * rest begins anew.
 */
function expectNeverOnTooLong(rig: RelayRig): void {
  for (const pin of pins) {
    let on = false
    let countedFrom = Number.NEGATIVE_INFINITY
    let offSince = Number.NEGATIVE_INFINITY
    const expectWithin = (at: number) =>
      expect(at - countedFrom).toBeLessThanOrEqual(RIG_MAX_ON_MS[pin])
    for (const [i, move] of rig.moves.entries()) {
      if (rig.deaths.includes(i)) {
        if (on) expectWithin(move.at)
        // A rest: whoever starts the process again waits for two seconds.
        on = false
        offSince = Number.NEGATIVE_INFINITY
      }
      if (move.pin !== pin) continue
      if (on) expectWithin(move.at)
      if (move.level === 0 && on) offSince = move.at
      if (move.level === 1 && !on && move.at - offSince >= RELAY_REST_MS) countedFrom = move.at
      on = move.level === 1
    }
    if (on) expectWithin(rig.time.monotonic())
  }
}

async function deliver(rig: RelayRig, step: Delivery, movedBy: Set<string>): Promise<void> {
  const { id, pin, state, durationMs, bootId } = step
  const deadline = rig.time.monotonic() + step.dueInMs
  const command = commandOf({ id, pin, state, durationMs, bootId, deadline })
  const switchedOn = () => rig.moves.filter((m) => m.level === 1).length
  const inTime = step.dueInMs >= 0 && bootId === 'boot-1'
  let onBefore = switchedOn()
  let died = false
  rig.diskFails = step.diskFails
  rig.whileStoring = () => {
    rig.time.advance(step.slowDiskMs)
    if (!step.crashes) return
    died = true
    rig.restart()
    onBefore = switchedOn()
  }
  const resultsBefore = rig.results.length
  for (let i = 1; i < step.times; i++) void rig.board.handle(command)
  if (step.quarantined) rig.board.refuse(command)
  else {
    const handled = rig.board.handle(command)
    // Whatever the disk does and whether or not the id is known.
    if (state === 0 && inTime && !died) expect(rig.pins.get(pin)).toBe(0)
    await handled
  }
  // The first of one id may still be under way.
  await new Promise<void>((resolve) => setImmediate(resolve))
  const results = rig.results.slice(resultsBefore)
  const moved = switchedOn() - onBefore
  expect(moved).toBeLessThanOrEqual(movedBy.has(id) || died || state === 0 ? 0 : 1)
  if (moved > 0) {
    movedBy.add(id)
    expect(rig.time.monotonic()).toBeLessThanOrEqual(deadline)
    expect(bootId).toBe('boot-1')
    expect(step.diskFails).toBe(false)
  }
  // Every command is answered.
  if (!died) expect(results.map((r) => r.id)).toContain(id)
}

it('a relay board switches on at most once an id, never late, and never leaves it on', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const rig = new RelayRig()
      rig.board.start()
      const movedBy = new Set<string>()
      for (const step of steps) {
        if (step.what === 'time') rig.time.advance(step.ms)
        else if (step.what === 'command') await deliver(rig, step, movedBy)
        else {
          if (step.what === 'stop') void rig.board.stop()
          rig.restart()
          expect([...rig.pins.values()]).toEqual([0, 0])
        }
        expectNeverOnTooLong(rig)
      }
      rig.time.advance(600_000)
      expectNeverOnTooLong(rig)
      expect([...rig.pins.values()]).toEqual([0, 0])
    }),
    { numRuns: runs(500) },
  )
})
