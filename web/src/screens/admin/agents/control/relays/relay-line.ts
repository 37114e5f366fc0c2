import type { RelayPin } from '@vehicle-control/protocol'
import type { RelayOrder } from '../../../../../api/commands/relay-command.ts'
import type { ListedCommands } from '../../../../../api/commands/command-list.ts'
import type { Clock } from '../../../../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../../../../browser/external-store.ts'
import type { AckNews } from '../../../../../live/tolerant-events.ts'
import { deliver, type SendOrder } from './delivery.ts'
import { NO_ACK_AFTER_MS, PIN_OFF, pinOfHistory, type PinState, timeOn } from './pin-state.ts'

/** After its time is over a relay is told once more to go off. */
export const OFF_AFTER_MS = 500
/** A machine that slept through the end must not close what somebody has opened since. */
const OFF_AT_MOST_LATE_MS = 5000

export interface RelayLineOptions {
  readonly send: SendOrder
  readonly clock: Clock
  /** Milliseconds that only go forward, from the zero of events' time stamps. */
  readonly monotonic: () => number
  readonly serverNow: () => number
  readonly newId: () => string
  /** Nobody said what became of a command: the hub's list tells. */
  readonly onSilent: () => void
}

/** One relay of an agent, followed by its acks. */
export interface RelayLine {
  readonly state: ReadableStore<PinState>
  /** Without a duration it stays on to its own limit. While such a command is under way: nothing. */
  switchOn(durationMs: number | null, pressedAt?: number): void
  /** At any time, for going off is always safe. */
  switchOff(pressedAt?: number): void
  /** True for a command that was asked for here. */
  knows(id: string): boolean
  takeAck(ack: AckNews): void
  /** Commands of this pin; what is newer here than the question stays. */
  takeHistory(listed: ListedCommands): void
}

interface OwnOrder {
  /** Their order; an ack of one before the last that was answered tells the past. */
  readonly turn: number
  readonly order: RelayOrder
}

interface Posting {
  /** Of `monotonic`. */
  readonly pressedAt: number
  /** Breaks off an attempt that waits for its answer. */
  readonly signal: AbortSignal
  /** False once it would undo what was asked for since. */
  readonly isWanted: () => boolean
  readonly onFailure: (problem: unknown) => void
}

type Result = 'failed' | 'done' | 'over'

/** Off, until a command or the history says otherwise. */
export function createRelayLine(pin: RelayPin, options: RelayLineOptions): RelayLine {
  const { clock, monotonic, serverNow, newId, onSilent } = options
  const store = createStore<PinState>(PIN_OFF)
  const own = new Map<string, OwnOrder>()
  /** By command; `over`: it switched on, and that has ended. */
  const results = new Map<string, Result>()
  let turns = 0
  let answeredTurn = 0
  /** Of the command that switched it on. */
  let onId: string | null = null
  let changedAt = Number.NEGATIVE_INFINITY
  /** What the person asked for last; an earlier order must not arrive after it. */
  let asked = { id: '', abort: new AbortController() }
  const timers = new Map<'end' | 'off' | 'silence', () => void>()

  const patch = (change: Partial<PinState>) => store.set({ ...store.get(), ...change })
  const later = (name: 'end' | 'off' | 'silence', delayMs: number, run: () => void) => {
    timers.get(name)?.()
    timers.set(name, clock.after(Math.max(0, delayMs), run))
  }
  const isPending = (id: string | null) => store.get().pending?.id === id
  const note = (id: string | null, result: Result) => {
    if (id !== null) results.set(id, result)
  }

  const goOff = () => {
    note(onId, 'over')
    onId = null
    timers.get('end')?.()
    timers.get('off')?.()
    patch({ onUntil: null })
  }
  const goOn = (id: string | null, onUntil: number) => {
    goOff()
    onId = id
    note(id, 'done')
    patch({ onUntil })
    later('end', onUntil - serverNow(), () => patch({ onUntil: null }))
  }
  const closeSoon = (id: string, onUntil: number) =>
    later('off', onUntil - serverNow() + OFF_AFTER_MS, () => {
      const isLate = serverNow() - onUntil > OFF_AFTER_MS + OFF_AT_MOST_LATE_MS
      const isWanted = () => onId === id && store.get().pending?.state !== 1
      if (!isWanted() || isLate) return
      const { signal } = new AbortController()
      const pressedAt = monotonic()
      void post(
        { id: newId(), pin, state: 0 },
        { pressedAt, signal, isWanted, onFailure: () => {} },
      )
    })

  const expectAck = (id: string, state: 0 | 1, isOwn: boolean) => {
    patch({ pending: { id, state, isOwn }, fault: null })
    later('silence', NO_ACK_AFTER_MS, () => {
      if (!isPending(id)) return
      patch({ pending: null, fault: isOwn ? { kind: 'silent' } : null })
      onSilent()
    })
  }
  const post = async (order: RelayOrder, { isWanted, onFailure, ...posting }: Posting) => {
    own.set(order.id, { turn: ++turns, order })
    const isSettled = () => results.has(order.id) || !isWanted()
    const problem = await deliver(order, { ...options, ...posting, isSettled })
    if (problem !== null && !isSettled()) onFailure(problem)
  }
  const ask = (order: RelayOrder, pressedAt: number) => {
    changedAt = serverNow()
    // Its own end is not to be closed by the one before.
    if (order.state === 1) timers.get('off')?.()
    expectAck(order.id, order.state, true)
    asked.abort.abort()
    const abort = new AbortController()
    asked = { id: order.id, abort }
    const isWanted = () => asked.id === order.id
    const onFailure = (problem: unknown) => {
      changedAt = serverNow()
      if (isPending(order.id)) patch({ pending: null, fault: { kind: 'send', problem } })
    }
    void post(order, { pressedAt, signal: abort.signal, isWanted, onFailure })
  }

  const takeFailure = (id: string | null, reason: string | null) => {
    const before = id === null ? undefined : results.get(id)
    if (before === 'done' || before === 'over') return
    note(id, 'failed')
    if (isPending(id)) patch({ pending: null })
    if (id !== null && own.has(id)) patch({ fault: { kind: 'ack', reason } })
  }
  const takeDone = (id: string | null, ack: AckNews) => {
    const before = id === null ? undefined : results.get(id)
    if (before === 'done' || before === 'over') return
    const mine = id === null ? undefined : own.get(id)
    note(id, 'done')
    if (isPending(id)) patch({ pending: null })
    if (mine && mine.turn < answeredTurn) return
    if (mine) answeredTurn = mine.turn
    patch({ fault: null })
    if ((ack.state ?? mine?.order.state) === 0) return goOff()
    const onUntil = serverNow() + timeOn(ack.onMs, mine?.order.duration ?? null)
    goOn(id, onUntil)
    if (mine) closeSoon(mine.order.id, onUntil)
  }
  const takeAutoOff = (id: string | null) => {
    if (id !== null && id !== onId && results.get(id) === 'over') return
    note(id, 'over')
    if (id !== null && isPending(id)) patch({ pending: null })
    goOff()
  }

  /** The list tells what became of a command whose ack did not come. */
  const settle = (commands: ListedCommands['commands']) => {
    const { pending, fault } = store.get()
    const last = [...own.keys()].at(-1)
    const id = pending?.id ?? (fault?.kind === 'silent' ? last : undefined)
    const row = commands.find((one) => one.id === id && one.reason !== null)
    if (!row) return
    const isFault = row.ok !== true && own.has(row.id)
    patch({ pending: null, fault: isFault ? { kind: 'ack', reason: row.reason } : null })
  }

  return {
    state: store,
    knows: (id) => own.has(id),
    switchOn(durationMs, pressedAt = monotonic()) {
      if (store.get().pending?.state === 1) return
      const duration = durationMs === null ? {} : { duration: durationMs }
      ask({ id: newId(), pin, state: 1, ...duration }, pressedAt)
    },
    switchOff(pressedAt = monotonic()) {
      if (store.get().pending?.state === 0) return
      ask({ id: newId(), pin, state: 0 }, pressedAt)
    },
    takeAck(ack) {
      const id = ack.id ?? store.get().pending?.id ?? null
      changedAt = serverNow()
      if (ack.reason === 'auto_off') takeAutoOff(id)
      else if (ack.ok) takeDone(id, ack)
      else takeFailure(id, ack.reason)
    },
    takeHistory({ commands, askedAt }) {
      if (changedAt >= askedAt) return
      settle(commands)
      const { onUntil, pending, id } = pinOfHistory(commands, serverNow())
      if (onUntil !== null && id !== onId) goOn(id, onUntil)
      // Without a command of this pin that succeeded it only does not reach back far enough.
      if (onUntil === null && id !== null) goOff()
      if (pending && !isPending(pending.id)) expectAck(pending.id, pending.state, false)
    },
  }
}
