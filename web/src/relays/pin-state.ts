import type { RelayCommand } from '@vehicle-control/protocol'
import { COMMAND_TTL_MS, RELAY_DEFAULT_ON_MS } from '@vehicle-control/protocol/limits'

/** The hub ends a command without a result after 7 s; that news has this long to arrive. */
export const NO_ACK_AFTER_MS = 10_000

/** The outcome of a command that did not do what was asked. */
export type RelayFault =
  /** The agent answered, or the hub gave it up; `reason` is the ack's. */
  | { readonly kind: 'ack'; readonly reason: string | null }
  /** The command could not be sent. */
  | { readonly kind: 'send'; readonly problem: unknown }
  /** No result came in time. */
  | { readonly kind: 'silent' }

/** A command whose result has not come yet. */
export interface PendingCommand {
  readonly id: string
  readonly state: 0 | 1
  /** Given in this browser; otherwise by somebody else. */
  readonly isOwn: boolean
}

/** A relay as far as this browser knows it. All times are the hub's, in epoch milliseconds. */
export interface PinState {
  /** The moment at which it goes off by itself; null: it is off. */
  readonly onUntil: number | null
  readonly pending: PendingCommand | null
  readonly fault: RelayFault | null
}

export const PIN_OFF: PinState = { onUntil: null, pending: null, fault: null }

/** True while the relay is on. */
export function isOn({ onUntil }: PinState, now: number): boolean {
  return onUntil !== null && now < onUntil
}

/**
 * How long a relay is on, in ms: as its ack says, else as asked (older edges leave it out, and may
 * shorten it).
 */
export function timeOn(saidMs: number | null, askedMs: number | null): number {
  return saidMs !== null && saidMs > 0 ? saidMs : (askedMs ?? RELAY_DEFAULT_ON_MS)
}

/**
 * The state of one pin according to its stored commands: its last result, and a pending command.
 */
export function pinOfHistory(
  commands: readonly RelayCommand[],
  now: number,
): Pick<PinState, 'onUntil' | 'pending'> & { readonly id: string | null } {
  const done = commands.filter(({ ok, finished_at }) => ok === true && finished_at !== null)
  const last = done.reduce<RelayCommand | null>(
    (best, one) => (best === null || finishedAt(one) > finishedAt(best) ? one : best),
    null,
  )
  const wasOn = last !== null && last.state === 1 && last.reason === 'done'
  const end = wasOn ? finishedAt(last) + timeOn(last.on_ms, last.duration) : 0
  const open = commands.find(
    ({ reason, created_at }) => reason === null && now - Date.parse(created_at) < NO_ACK_AFTER_MS,
  )
  return {
    onUntil: end > now ? end : null,
    id: last?.id ?? null,
    pending: open ? { id: open.id, state: open.state === 1 ? 1 : 0, isOwn: false } : null,
  }
}

/**
 * When a relay was moved, by the hub's clock: an edge moves it within the time a command lives, and
 * its own clock may be minutes off, so that a relay that is on would seem off.
 */
function finishedAt({ created_at, finished_at }: RelayCommand): number {
  const createdAt = Date.parse(created_at)
  return Math.min(createdAt + COMMAND_TTL_MS, Math.max(createdAt, Date.parse(finished_at ?? '')))
}
