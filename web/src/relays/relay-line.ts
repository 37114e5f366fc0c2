import type { RelayOrder } from '../api/commands/relay-command.ts'
import { ApiError } from '../api/http/api-error.ts'
import type { ListedCommands } from '../api/commands/command-list.ts'
import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import type { CommandAck } from '../live/later-events.ts'
import { deliver, type SendOrder } from './delivery.ts'
import type { RelayKey } from './relay-key.ts'
import { NO_ACK_AFTER_MS, PIN_OFF, pinOfHistory, type PinState, timeOn } from './pin-state.ts'

/** How long after the end of its time a relay is sent one more command to go off. */
export const OFF_AFTER_MS = 500
/** A computer that slept through that end must not close what somebody has opened since. */
const OFF_AT_MOST_LATE_MS = 5000

export interface RelayLineOptions {
  readonly send: SendOrder
  readonly clock: Clock
  /** Milliseconds that only go forward, from the zero of events' time stamps. */
  readonly monotonic: () => number
  readonly serverNow: () => number
  readonly newId: () => string
  /** Called when no result of a command came: the hub's list is to be fetched. */
  readonly onSilent: () => void
  /** Called when a command was given up without any answer: the link may be dead unknown to it. */
  readonly onUnanswered: () => void
}

/** One relay of an agent, followed by its acks. */
export interface RelayLine {
  readonly state: ReadableStore<PinState>
  /**
   * Without a duration it stays on up to its own limit. Does nothing while such a command is
   * pending.
   */
  switchOn(durationMs: number | null, pressedAt?: number): void
  /** Allowed at any time, since going off is always safe. */
  switchOff(pressedAt?: number): void
  /** True for a command that was given in this browser. */
  knows(id: string): boolean
  takeAck(ack: CommandAck): void
  /** Takes the stored commands of this relay, unless the state here is newer than the list. */
  takeHistory(listed: ListedCommands): void
}

interface OwnOrder {
  /** Counts the orders; an ack of one older than the last answered is out of date. */
  readonly turn: number
  readonly order: RelayOrder
}

interface Posting {
  /** When it was pressed, by `monotonic`. */
  readonly pressedAt: number
  /** Aborts an attempt that waits for its answer. */
  readonly signal: AbortSignal
  /** False once it would undo a schedule order. */
  readonly isWanted: () => boolean
  readonly onFailure: (problem: unknown) => void
}

type Result = 'failed' | 'done' | 'over'

/** Off, until a command or the history says otherwise. */
export function createRelayLine(relay: RelayKey, options: RelayLineOptions): RelayLine {
  const known = typeof relay === 'number' ? { pin: relay } : { relay }
  const { clock, monotonic, serverNow, newId, onSilent, onUnanswered } = options
  const store = createStore<PinState>(PIN_OFF)
  const own = new Map<string, OwnOrder>()
  /** Results by command id; `over`: it switched on, and the relay is off again. */
  const results = new Map<string, Result>()
  let turns = 0
  let answeredTurn = 0
  /** The id of the command that switched it on. */
  let onId: string | null = null
  let changedAt = Number.NEGATIVE_INFINITY
  /** The person's last order; an earlier one must not arrive after it. */
  let asked = { id: '', abort: new AbortController() }
  const timers = new Map<'end' | 'off' | 'silence', () => void>()

  const patch = (change: Partial<PinState>) => store.set({ ...store.get(), ...change })
  const schedule = (name: 'end' | 'off' | 'silence', delayMs: number, run: () => void) => {
    timers.get(name)?.()
    timers.set(name, clock.after(Math.max(0, delayMs), run))
  }
  const isPending = (id: string | null) => store.get().pending?.id === id
  const noteResult = (id: string | null, result: Result) => {
    if (id !== null) results.set(id, result)
  }

  const goOff = () => {
    noteResult(onId, 'over')
    onId = null
    timers.get('end')?.()
    timers.get('off')?.()
    patch({ onUntil: null })
  }
  const goOn = (id: string | null, onUntil: number) => {
    goOff()
    onId = id
    noteResult(id, 'done')
    patch({ onUntil })
    schedule('end', onUntil - serverNow(), () => patch({ onUntil: null }))
  }
  const closeSoon = (id: string, onUntil: number) =>
    schedule('off', onUntil - serverNow() + OFF_AFTER_MS, () => {
      const isLate = serverNow() - onUntil > OFF_AFTER_MS + OFF_AT_MOST_LATE_MS
      const isWanted = () => onId === id && store.get().pending?.state !== 1
      if (!isWanted() || isLate) return
      const { signal } = new AbortController()
      const pressedAt = monotonic()
      void post(
        { id: newId(), ...known, state: 0 },
        { pressedAt, signal, isWanted, onFailure: () => {} },
      )
    })

  const expectAck = (id: string, state: 0 | 1, isOwn: boolean) => {
    patch({ pending: { id, state, isOwn }, fault: null })
    schedule('silence', NO_ACK_AFTER_MS, () => {
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
    // The closing command of the previous order must not shorten this one.
    if (order.state === 1) timers.get('off')?.()
    expectAck(order.id, order.state, true)
    asked.abort.abort()
    const abort = new AbortController()
    asked = { id: order.id, abort }
    const isWanted = () => asked.id === order.id
    const onFailure = (problem: unknown) => {
      changedAt = serverNow()
      if (!(problem instanceof ApiError) || problem.status === 0) onUnanswered()
      if (isPending(order.id)) patch({ pending: null, fault: { kind: 'send', problem } })
    }
    void post(order, { pressedAt, signal: abort.signal, isWanted, onFailure })
  }

  const takeFailure = (id: string | null, reason: string | null) => {
    const before = id === null ? undefined : results.get(id)
    if (before === 'done' || before === 'over') return
    noteResult(id, 'failed')
    if (isPending(id)) patch({ pending: null })
    if (id !== null && own.has(id)) patch({ fault: { kind: 'ack', reason } })
  }
  const takeDone = (id: string | null, ack: CommandAck) => {
    const before = id === null ? undefined : results.get(id)
    if (before === 'done' || before === 'over') return
    const mine = id === null ? undefined : own.get(id)
    noteResult(id, 'done')
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
    noteResult(id, 'over')
    if (id !== null && isPending(id)) patch({ pending: null })
    goOff()
  }

  /** Takes from the list the result of a command whose ack did not come. */
  const settle = (commands: ListedCommands['commands']) => {
    const { pending, fault } = store.get()
    const last = [...own.keys()].at(-1)
    const isUnknown = fault?.kind === 'silent' || fault?.kind === 'send'
    const id = pending?.id ?? (isUnknown ? last : undefined)
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
      ask({ id: newId(), ...known, state: 1, ...duration }, pressedAt)
    },
    switchOff(pressedAt = monotonic()) {
      if (store.get().pending?.state === 0) return
      ask({ id: newId(), ...known, state: 0 }, pressedAt)
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
      if (onUntil !== null && id !== onId) {
        goOn(id, onUntil)
        if (id !== null && own.has(id)) closeSoon(id, onUntil)
      }
      // Without a successful command of this relay, the list does not reach back far enough to say.
      if (onUntil === null && id !== null) goOff()
      if (pending && !isPending(pending.id)) expectAck(pending.id, pending.state, false)
    },
  }
}
