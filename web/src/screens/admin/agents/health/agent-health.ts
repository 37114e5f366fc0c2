import type { AgentDetail, AgentReader } from '@vehicle-control/protocol'
import { formatCount } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin-agents.ts'

const WORDS = AGENTS_TEXTS.health
/** From here on the hub raises an alert, too. */
const OUTBOX_FULL_PART = 0.8

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/return loss|vswr|no antenna|antenna (is )?(missing|disconnected)/i, WORDS.reasons.antenna],
  [/throttl|too hot|over-?heat|high temp|temperature/i, WORDS.reasons.hot],
  [/disk is full|ENOSPC|no space left/i, WORDS.reasons.full],
  [/readonly|read-only|EROFS/i, WORDS.reasons.readOnly],
  [/\bEIO\b|I\/O error|malformed|not a database/i, WORDS.reasons.faulty],
  [/ENOENT|ENXIO|ENODEV|no such (file|device)/i, WORDS.reasons.missing],
  [/EACCES|EPERM|permission denied/i, WORDS.reasons.forbidden],
  [/EBUSY|cannot lock|resource busy/i, WORDS.reasons.busy],
  [/ECONNREFUSED/, WORDS.reasons.refused],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timed out/i, WORDS.reasons.noAnswer],
]

/** Something about an agent that a person should know. */
export interface HealthNote {
  readonly tone: 'bad' | 'warn' | 'quiet'
  readonly text: string
}

/** What there is to do about an agent, the worst first; empty where all is in order. */
export function healthOf(agent: AgentDetail): readonly HealthNote[] {
  const { quarantine, outbox, clock, readers, version, lost, online } = agent
  const notes: HealthNote[] = []
  const bad = (text: string) => notes.push({ tone: 'bad', text })
  const warn = (text: string) => notes.push({ tone: 'warn', text })

  if (quarantine !== null) bad(WORDS.quarantine)
  if (version === null) return [...notes, { tone: 'quiet', text: WORDS.unknown }]
  if (!online) bad(WORDS.offline)
  if (outbox?.blocked !== undefined) bad(WORDS.blocked(reasonOf(outbox.blocked)))
  if (outbox && outbox.maxBytes > 0 && outbox.bytes >= OUTBOX_FULL_PART * outbox.maxBytes) {
    bad(WORDS.outboxFull(Math.round((100 * outbox.bytes) / outbox.maxBytes)))
  }
  for (const reader of readers) {
    if (reader.state === 'closed') bad(closedReader(reader))
    if (reader.state === 'silent') warn(WORDS.silent(reader.id))
  }
  if (readers.length === 0) warn(WORDS.noReaders)
  if (lost > 0) bad(WORDS.lost(formatCount(lost), lost === 1))
  if (clock === 'unsynced') warn(WORDS.unsynced)
  if (clock === 'hub') warn(WORDS.hubClock)
  if (outbox && outbox.unacked > 0) {
    const count = WORDS.backlog(formatCount(outbox.unacked), outbox.unacked === 1)
    const text = `${count}: ${online ? WORDS.backlogOnline : WORDS.backlogOffline}`
    // A connected agent always has a few of them under way.
    notes.push({ tone: online ? 'quiet' : 'warn', text })
  }
  if (readers.some(({ state, simulated }) => state === 'open' && simulated)) {
    notes.push({ tone: 'quiet', text: WORDS.simulated })
  }
  return notes
}

function closedReader({ id, path, error }: AgentReader): string {
  const isSerial = /\/dev\/|^COM\d/i.test(path)
  const todo = isSerial ? WORDS.cable : /:\d+|:\/\//.test(path) ? WORDS.network : null
  return WORDS.closed(id, reasonOf(error ?? ''), todo)
}

/** What systems say of a device or a disk that fails, as far as there is a plain word for it. */
export function reasonOf(error: string): string {
  const [, consumer] = /in use by ["«']?([^"»']+)/i.exec(error) ?? []
  if (consumer !== undefined) return WORDS.reasons.usedBy(consumer.trim())
  const known = REASONS.find(([pattern]) => pattern.test(error))
  return known?.[1] ?? (error.replace(/^Error:\s*/, '').trim() || WORDS.noReason)
}
