import type { AgentDetail, AgentReader } from '@vehicle-control/protocol'
import { reasonOf } from '@vehicle-control/protocol/reasons/reason-of'
import { barrierWords } from '../../../../contacts/contact-words.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { CONTACT_TEXTS } from '../../../../texts/contacts.ts'
import { HARDWARE_TEXTS } from '../../../../texts/admin/admin-hardware.ts'
import type { HealthNote } from './health-note.ts'
import { metricState } from './host-states.ts'

const WORDS = AGENTS_TEXTS.health

/** What there is to do about an agent's readers, one note for each cause. */
export function readerNotes(readers: readonly AgentReader[]): HealthNote[] {
  if (readers.length === 0) return [{ tone: 'warn', text: WORDS.noReaders }]
  const closed = byCause(readers, ({ state, error }) => (state === 'closed' ? (error ?? '') : null))
  const weak = byCause(readers, ({ state, warning }) => (state === 'closed' ? null : warning))
  return [
    ...closed.map(({ ids, first }): HealthNote => ({
      tone: 'bad',
      text: closedReader(ids, first),
    })),
    ...weak.map(({ ids, why }): HealthNote => {
      const reason = reasonOf(why)
      return { tone: 'warn', text: HARDWARE_TEXTS.readers.note(ids, reason.why, reason.todo) }
    }),
    ...readers
      .filter(({ state }) => state === 'silent')
      .map(({ id }): HealthNote => ({ tone: 'warn', text: WORDS.silent(id) })),
  ]
}

interface Cause {
  ids: string
  why: string
  first: AgentReader
}

/** Readers with a fault, those of one device with the same reason together: its antennas. */
function byCause(
  readers: readonly AgentReader[],
  whyOf: (reader: AgentReader) => string | null,
): Cause[] {
  const causes = new Map<string, Cause>()
  for (const reader of readers) {
    const why = whyOf(reader)
    if (why === null) continue
    const known = causes.get(`${reader.path} ${why}`)
    if (known) known.ids += `, ${reader.id}`
    else causes.set(`${reader.path} ${why}`, { ids: reader.id, why, first: reader })
  }
  return [...causes.values()]
}

function closedReader(ids: string, { path, error }: AgentReader): string {
  const isSerial = /\/dev\/|^COM\d/i.test(path)
  const byPlace = isSerial ? WORDS.cable : /:\d+|:\/\//.test(path) ? WORDS.network : null
  const { why, todo } = reasonOf(error ?? '')
  return WORDS.closed(ids, why, todo ?? byPlace)
}

/** What there is to do about an agent's relays, inputs, barriers and sensors. */
export function deviceNotes({ relays, inputs, barriers = [], sensors }: AgentDetail): HealthNote[] {
  const notes: HealthNote[] = []
  const words = HARDWARE_TEXTS
  for (const { id, rule, active } of inputs) {
    if (active && rule === 'fire') notes.push({ tone: 'bad', text: words.inputs.fire(id) })
  }
  for (const barrier of barriers) {
    const { text } = barrierWords(barrier, true)
    if (barrier.leftOpen) notes.push({ tone: 'bad', text: CONTACT_TEXTS.leftOpenNote(text) })
    if (barrier.position !== 'contradictory') continue
    notes.push({ tone: 'warn', text: CONTACT_TEXTS.contradictoryNote(text) })
  }
  if (relays !== null && relays.error !== null) {
    const { why, todo } = reasonOf(relays.error)
    notes.push({ tone: 'bad', text: words.relays.note(why, todo) })
  }
  for (const { name, error } of relays?.named ?? []) {
    if (error === undefined) continue
    const { why, todo } = reasonOf(error)
    notes.push({ tone: 'bad', text: words.relays.unknownNote(name, why, todo) })
  }
  for (const { id, active, error } of inputs) {
    if (active !== null) continue
    const { why, todo } = reasonOf(error ?? '')
    notes.push({ tone: 'bad', text: words.inputs.note(id, why, todo) })
  }
  for (const { source, state, error, alarm } of sensors) {
    if (alarm !== undefined) notes.push({ tone: 'bad', text: words.sensors.alarmNote(source) })
    if (state !== 'stale') continue
    const { why, todo } = reasonOf(error ?? '')
    notes.push({ tone: 'warn', text: words.sensors.note(source, why, todo) })
  }
  return notes
}

/** What there is to do about the edge's own machine; `now` is the hub's time. */
export function hostNotes({ health }: AgentDetail, now: number): HealthNote[] {
  return health.flatMap((one): HealthNote[] => {
    const { name, tone, state } = metricState(one, now)
    if (tone !== 'bad' && tone !== 'warn') return []
    return [{ tone, text: HARDWARE_TEXTS.host.note(name, state) }]
  })
}
