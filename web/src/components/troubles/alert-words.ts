import type { Alert, ShownAlert } from '@vehicle-control/protocol'
import { formatCount } from '../../site-time/site-time.ts'
import { ALERT_TEXTS } from '../../texts/alerts.ts'
import type { StateTone } from '../StateMark.tsx'
import { reasonOf } from '@vehicle-control/protocol/reasons/reason-of'

const ALERT_TONES: Record<Alert['kind'], StateTone> = {
  agent_offline: 'bad',
  quarantine: 'bad',
  gap: 'bad',
  bad_entries: 'bad',
  reader_silent: 'warn',
  reader_closed: 'bad',
  reader_warning: 'warn',
  sensor_stale: 'warn',
  sensor_alarm: 'bad',
  input_fire: 'bad',
  input_failed: 'bad',
  barrier_left_open: 'bad',
  barrier_contradictory: 'warn',
  relays_failed: 'bad',
  relay_failed: 'bad',
  undervoltage: 'warn',
  clock_unsynced: 'warn',
  cleartext: 'warn',
  outbox_filling: 'warn',
  outbox_full: 'bad',
  outbox_blocked: 'bad',
  outbox_replaced: 'bad',
  clock_step: 'warn',
  retired_tag: 'warn',
  reported_tag: 'warn',
  enroll_request: 'warn',
  clock_off: 'warn',
}

/** How bad an alert is. */
export function alertTone({ kind }: Pick<ShownAlert, 'kind'>): StateTone {
  return isKnown(kind) ? ALERT_TONES[kind] : 'warn'
}

const isKnown = (kind: string): kind is Alert['kind'] => Object.hasOwn(ALERT_TONES, kind)

/** An alert as people read it: what happened, and what there is to do. */
export interface AlertWords {
  readonly what: string
  readonly todo: string
}

/** The words of an alert; its kind and its `detail` are the hub's, and may be of a newer one. */
export function alertWords({ kind, detail, tag }: ShownAlert): AlertWords {
  if (!isKnown(kind)) return ALERT_TEXTS.unknown
  switch (kind) {
    case 'agent_offline':
      return ALERT_TEXTS.offline
    case 'quarantine':
      return ALERT_TEXTS.quarantine
    case 'gap':
      return { what: lossWords(detail ?? ''), todo: ALERT_TEXTS.gap.todo }
    case 'bad_entries':
      return badEntriesWords(detail ?? '')
    case 'reader_silent':
      return { what: ALERT_TEXTS.silent.what(detail ?? ''), todo: ALERT_TEXTS.silent.todo }
    case 'reader_closed':
      return partWords(ALERT_TEXTS.closed, detail)
    case 'reader_warning':
      return partWords(ALERT_TEXTS.warning, detail)
    case 'sensor_stale':
      return partWords(ALERT_TEXTS.sensor, detail)
    case 'sensor_alarm':
      return partWords(ALERT_TEXTS.alarm, detail)
    case 'input_fire':
      return { what: ALERT_TEXTS.fire.what(detail ?? ''), todo: ALERT_TEXTS.fire.todo }
    case 'input_failed':
      return partWords(ALERT_TEXTS.input, detail)
    case 'barrier_left_open':
      return { what: ALERT_TEXTS.leftOpen.what(detail ?? ''), todo: ALERT_TEXTS.leftOpen.todo }
    case 'barrier_contradictory':
      return { what: ALERT_TEXTS.bothWays.what(detail ?? ''), todo: ALERT_TEXTS.bothWays.todo }
    case 'relays_failed':
      return relaysWords(detail ?? '')
    case 'relay_failed':
      return partWords(ALERT_TEXTS.relay, detail)
    case 'undervoltage':
      return ALERT_TEXTS.undervoltage
    case 'clock_unsynced':
      return ALERT_TEXTS.clock
    case 'cleartext':
      return ALERT_TEXTS.cleartext
    case 'outbox_filling':
      return { what: ALERT_TEXTS.outbox.what(detail ?? ''), todo: ALERT_TEXTS.outbox.todo }
    case 'outbox_full':
      return ALERT_TEXTS.outboxFull
    case 'outbox_blocked':
      return {
        what: ALERT_TEXTS.blocked.what(reasonOf(detail ?? '').why),
        todo: ALERT_TEXTS.blocked.todo,
      }
    case 'outbox_replaced':
      return ALERT_TEXTS.replaced
    case 'clock_step':
      return ALERT_TEXTS.clockStep
    case 'retired_tag':
      return partWords(ALERT_TEXTS.retired, detail)
    case 'reported_tag':
      return {
        what: ALERT_TEXTS.reported.what(tag ?? '', detail ?? ''),
        todo: ALERT_TEXTS.reported.todo,
      }
    case 'enroll_request':
      return ALERT_TEXTS.enrol
    case 'clock_off':
      return clockOffWords(detail ?? '')
  }
}

interface PartTexts {
  readonly what: (part: string, why: string) => string
  readonly todo: string
}

/** «gate: No such file» in words. */
function partWords({ what, todo }: PartTexts, detail: string | null): AlertWords {
  const [part = '', ...why] = (detail ?? '').split(': ')
  const reason = reasonOf(why.join(': '))
  return { what: what(part, reason.why), todo: reason.todo === null ? todo : sentence(reason.todo) }
}

function relaysWords(detail: string): AlertWords {
  const { why, todo } = reasonOf(detail)
  return { what: ALERT_TEXTS.relays.what(why), todo: ALERT_TEXTS.relays.todo(todo) }
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** A number of entries, in words. */
function badEntriesWords(detail: string): AlertWords {
  const { what, unknown, todo } = ALERT_TEXTS.badEntries
  return { what: /^\d+$/.test(detail) ? what(formatCount(Number(detail))) : unknown, todo }
}

/** «-3600000 ms» in words. */
function clockOffWords(detail: string): AlertWords {
  const { ahead, behind, unknown, todo } = ALERT_TEXTS.clockOff
  const [, sign, ms] = /^(-?)(\d+) ms$/.exec(detail) ?? []
  if (ms === undefined) return { what: unknown, todo }
  const minutes = formatCount(Math.round(Number(ms) / 60_000))
  return { what: sign === '-' ? behind(minutes) : ahead(minutes), todo }
}

/** «6 (cap, ring)» in words. */
function lossWords(detail: string): string {
  const [, count, reasons] = /^(\d+)(?: \((.*)\))?$/.exec(detail) ?? []
  if (count === undefined) return ALERT_TEXTS.gap.unknown
  const known = (reasons ?? '').split(', ').map((one) => ALERT_TEXTS.gap.reasons[one] ?? one)
  const why = [...new Set(known)].filter(Boolean).join(', ')
  return ALERT_TEXTS.gap.what(formatCount(Number(count)), why === '' ? '' : ` (${why})`)
}
