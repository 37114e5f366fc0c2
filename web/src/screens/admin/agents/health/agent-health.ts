import type { AgentDetail } from '@vehicle-control/protocol'
import { formatCount } from '../../../../site-time/site-time.ts'
import { reasonOf } from '@vehicle-control/protocol/reasons/reason-of'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { HARDWARE_TEXTS } from '../../../../texts/admin/admin-hardware.ts'
import { deviceNotes, hostNotes, readerNotes } from './device-notes.ts'
import type { HealthNote } from './health-note.ts'

const WORDS = AGENTS_TEXTS.health
/** From this share on the hub raises an alert, too. */
const OUTBOX_FULL_PART = 0.8

/**
 * What there is to do about an agent, the worst first; empty where all is in order. `now` is the
 * hub's time.
 */
export function healthOf(agent: AgentDetail, now: number): readonly HealthNote[] {
  const { quarantine, outbox, clock, readers, version, lost, online, cleartext } = agent
  const notes: HealthNote[] = []
  const bad = (text: string) => notes.push({ tone: 'bad', text })
  const warn = (text: string) => notes.push({ tone: 'warn', text })

  if (quarantine !== null) bad(WORDS.quarantine)
  if (version === null) return [...notes, { tone: 'quiet', text: WORDS.unknown }]
  if (!online) bad(WORDS.offline)
  if (outbox?.blocked !== undefined) bad(WORDS.blocked(reasonOf(outbox.blocked).why))
  if (outbox && outbox.maxBytes > 0 && outbox.bytes >= OUTBOX_FULL_PART * outbox.maxBytes) {
    bad(WORDS.outboxFull(Math.round((100 * outbox.bytes) / outbox.maxBytes)))
  }
  if (online) notes.push(...deviceNotes(agent))
  notes.push(...readerNotes(readers))
  if (lost > 0) bad(WORDS.lost(formatCount(lost), lost === 1))
  // An offline agent's last report about its machine may be out of date.
  if (online) notes.push(...hostNotes(agent, now))
  if (cleartext) warn(WORDS.cleartext)
  if (clock === 'unsynced') warn(WORDS.unsynced)
  if (clock === 'hub') {
    // A connected agent has the right time, and nothing to mend; one that is away has it until it restarts.
    notes.push(
      online ? { tone: 'quiet', text: WORDS.hubClock } : { tone: 'warn', text: WORDS.lostClock },
    )
  }
  if (outbox && outbox.unacked > 0) {
    const count = WORDS.backlog(formatCount(outbox.unacked), outbox.unacked === 1)
    const text = `${count}: ${online ? WORDS.backlogOnline : WORDS.backlogOffline}`
    // A connected agent always has a few of them under way.
    notes.push({ tone: online ? 'quiet' : 'warn', text })
  }
  if (readers.some(({ state, simulated }) => state === 'open' && simulated)) {
    notes.push({ tone: 'quiet', text: WORDS.simulated })
  }
  if (agent.relays?.simulated) {
    const { simulatedNote, pinsSimulated } = HARDWARE_TEXTS.relays
    const isAll = agent.relays.named?.every(({ pin }) => pin !== undefined) ?? true
    notes.push({ tone: 'quiet', text: isAll ? simulatedNote : pinsSimulated })
  }
  return notes
}
