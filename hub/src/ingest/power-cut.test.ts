import type { AckEvent, WireEntry } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentSide, epochs } from '../testing/agent-side.ts'

const [epoch] = epochs
let side: AgentSide
beforeEach(async () => {
  side = new AgentSide()
  await side.start()
})
afterEach(() => side.end())

function done(seq: number, id: string, pin: 17 | 27, state: 0 | 1, onMs: number): WireEntry {
  const data = { id, pin, state, ok: true, onMs, reason: 'done' }
  return { seq, kind: 'command_result', at: Date.now(), age: 5, clock: 'synced', data }
}
const results = () =>
  side.db.selectFrom('relay_commands').select(['id', 'reason']).orderBy('id').execute()

it('a relay that was on when its device lost the power is told as off when it is back', async () => {
  const ended: AckEvent[] = []
  side.bus.on('timeouts', (acks) => ended.push(...acks))
  const device = await side.connect()
  const { join } = await device.hello({ bootId: 'one' })
  device.send({ type: 'joined', mono: 1, join })
  await device.batch(epoch, 0, [
    done(1, 'long', 17, 1, 600_000),
    done(2, 'over', 27, 1, 1),
    done(3, 'shut', 27, 0, 0),
  ])
  const before = [
    { id: 'long', reason: 'done' },
    { id: 'over', reason: 'done' },
    { id: 'shut', reason: 'done' },
  ]
  // The network alone was away: the relay is still on.
  const same = await side.connect()
  await same.hello({ bootId: 'one', join })
  expect(await results()).toEqual(before)
  const again = await side.connect()
  await again.hello({ bootId: 'two', join })
  expect(await results()).toEqual([{ id: 'long', reason: 'auto_off' }, ...before.slice(1)])
  const off = { agent: { code: 'gate-1' }, pin: 17, state: 0, ok: true, reason: 'auto_off' }
  expect(ended).toMatchObject([{ id: 'long', ...off }])
})
