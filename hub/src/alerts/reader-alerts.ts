import type { Alert } from '@vehicle-control/protocol'
import type { AgentReaderRow } from '../store/schema/agents.ts'

/** What is wrong with a reader, or with several antennas of one device. */
export interface ReaderAlert {
  kind: Extract<Alert['kind'], `reader_${string}`>
  since: number
  detail: string
  /** Ids of the readers. */
  part: string
}

/**
 * Lists what is wrong with an agent's readers, once for each cause. The antennas of one device are
 * readers of their own, and a device that is gone or too hot affects them all. A silent reader is
 * listed by itself: the cause is its antenna or its cable.
 */
export function readerAlerts(readers: readonly AgentReaderRow[]): ReaderAlert[] {
  const alerts: ReaderAlert[] = []
  const groups = new Map<string, AgentReaderRow[]>()
  for (const row of readers) {
    const { reader, path, state, error, warning, updated_at: since } = row
    if (state === 'silent') {
      const detail = withReason(reader, error)
      alerts.push({ kind: 'reader_silent', since, detail, part: reader })
    }
    if (state !== 'closed' && warning === null) continue
    const cause = state === 'closed' ? `closed ${path} ${error}` : `warning ${path} ${warning}`
    const group = groups.get(cause)
    if (group === undefined) groups.set(cause, [row])
    else group.push(row)
  }
  for (const rows of groups.values()) {
    const [first] = rows
    if (first === undefined) continue
    const part = rows.map((row) => row.reader).join(', ')
    const [kind, reason] =
      first.state === 'closed'
        ? (['reader_closed', first.error] as const)
        : (['reader_warning', first.warning] as const)
    alerts.push({ kind, since: first.updated_at, detail: withReason(part, reason), part })
  }
  return alerts
}

const withReason = (part: string, reason: string | null) =>
  reason === null ? part : `${part}: ${reason}`
