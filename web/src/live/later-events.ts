import type { ScanEvent } from '@vehicle-control/protocol'
import type { Decision } from './decisions.ts'
import type { LiveEvent } from './live-events.ts'
import { agentOf, instant, membersOf, number, text } from './tolerant-events.ts'

/** The result of a relay command; the specification promises only `ok` and the reason. */
export interface CommandAck {
  readonly code: string
  /** The command's; null where the event leaves it out. */
  readonly id: string | null
  readonly pin: number | null
  /** The relay's name. */
  readonly relay: string | null
  readonly state: number | null
  readonly ok: boolean
  /** How long the relay was or will be on, in milliseconds. */
  readonly onMs: number | null
  readonly reason: string | null
  /** The result came after the hub had given the command up. */
  readonly late: boolean
}

/** One sample of an agent's sensor. */
export interface TelemetrySample {
  readonly code: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly type: string
  /** Which of several of one type; empty where the event names none. */
  readonly source: string
  readonly value: number
  readonly unit: string
}

/** Null of another event, and where it names no agent or does not say whether it worked. */
export function ackOf({ kind, event }: LiveEvent): CommandAck | null {
  if (kind !== 'ack') return null
  const given = membersOf(event)
  const code = text(agentOf(given.agent).code)
  if (code === null || typeof given.ok !== 'boolean') return null
  return {
    code,
    id: text(given.id),
    pin: number(given.pin),
    relay: text(given.relay),
    state: number(given.state),
    ok: given.ok,
    onMs: number(given.onMs),
    reason: text(given.reason),
    late: given.late === true,
  }
}

/** Null of another event, and where it has no agent, type or value; `now` is the server's time. */
export function sampleOf({ kind, event }: LiveEvent, now: number): TelemetrySample | null {
  if (kind !== 'telemetry') return null
  const given = membersOf(event)
  const code = text(agentOf(given.agent).code)
  const type = text(given.type)
  const value = number(given.value)
  if (code === null || type === null || value === null) return null
  const source = text(given.source) ?? ''
  return { code, type, source, value, at: instant(given.ts) ?? now, unit: text(given.unit) ?? '' }
}

/** Whether an input line has news. */
export function isInput(one: LiveEvent): boolean {
  return sampleOf(one, 0)?.type === 'input'
}

/** The id of a read, and what was decided on it; null of another event, and of a decision that names no read. */
export function decisionIn({
  kind,
  event,
}: LiveEvent): { read: string; decision: Decision } | null {
  if (kind !== 'decision') return null
  const given = membersOf(event)
  const read = text(given.read)
  const verdict = text(given.verdict)
  if (read === null || verdict === null) return null
  // A wall is told the verdict alone.
  const reason = text(given.reason) ?? undefined
  const mode = text(given.mode) ?? undefined
  return { read, decision: { verdict, reason, mode, marked: given.marked === true || undefined } }
}

/** The reads of a frame whose tags no asset has. */
export function unknownTagsOf(events: readonly LiveEvent[]): ScanEvent[] {
  return events.flatMap((one) => (one.kind === 'unknown-tag' ? [one.event] : []))
}
