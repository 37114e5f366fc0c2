import { ApiError } from '../api/http/api-error.ts'
import type { RelayOrder } from '../api/commands/relay-command.ts'
import type { CommandAck } from '../live/later-events.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { isOn } from './pin-state.ts'
import { createRelayBoard } from './relay-board.ts'

/** Relays with a hub that answers as the test says; `lost` is a call without an answer. */
export function openBoard(answers: (ApiError | 'lost' | 'ok')[] = []) {
  const clock = createFakeClock()
  const sent: RelayOrder[] = []
  const elapsed: number[] = []
  let ids = 0
  let slept = 0
  let silences = 0
  let unanswered = 0
  const board = createRelayBoard({
    clock,
    monotonic: clock.now,
    serverNow: () => clock.now() + slept,
    newId: () => `c${++ids}`,
    onSilent: () => void (silences += 1),
    onUnanswered: () => void (unanswered += 1),
    send: async (order, since) => {
      sent.push(order)
      elapsed.push(since)
      const answer = answers.shift() ?? 'ok'
      if (answer === 'lost') throw new ApiError({ status: 0, code: 'network' })
      if (answer !== 'ok') throw answer
    },
  })
  const ack = (id: string | null, given: Partial<CommandAck> = {}) =>
    board.takeAck({
      code: 'gate',
      id,
      pin: 17,
      relay: null,
      state: 1,
      ok: true,
      onMs: 5000,
      reason: 'done',
      late: false,
      ...given,
    })
  const off = (id: string, given: Partial<CommandAck> = {}) =>
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
  return {
    board,
    clock,
    sleep,
    sent,
    elapsed,
    ack,
    off,
    line,
    shown,
    pass,
    silences: () => silences,
    unanswered: () => unanswered,
  }
}
/** Lets what a promise starts begin. */
export const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}
/** Off, and at rest. */
export const OFF = { on: false, pending: null, fault: null }
/** On, and at rest. */
export const ON = { on: true, pending: null, fault: null }
