import type { Alert } from '@vehicle-control/protocol'
import { z } from 'zod'
import type { Presence } from '../ingest/presence.ts'
import { recentGaps, troubledReaders, watchedAgents } from '../store/alerts.ts'
import type { Db } from '../store/database.ts'
import type { AgentRow } from '../store/schema.ts'

const offlineAfterMs = 5 * 60_000
const gapsOfMs = 24 * 3_600_000
const outboxPercent = 80

const OutboxFigures = z.object({ bytes: z.number(), maxBytes: z.number() })
const GapCounts = z.record(z.string(), z.number())

const iso = (ms: number) => new Date(ms).toISOString()

/** What a person should look at now, agent by agent. */
export async function currentAlerts(db: Db, presence: Presence, now: number): Promise<Alert[]> {
  const agents = await watchedAgents(db)
  const readers = byAgent(await troubledReaders(db))
  const gaps = byAgent(await recentGaps(db, now - gapsOfMs))
  return agents.flatMap((row) => {
    const agent = { code: row.code, name: row.name }
    const alert = (kind: Alert['kind'], since: number | null, detail: string | null = null) => {
      return { kind, agent, since: since === null ? null : iso(since), detail }
    }
    const alerts: Alert[] = []
    if (row.quarantine !== null) alerts.push(alert('quarantine', null))
    const lost = gaps.get(row.id)
    if (lost !== undefined) {
      const total = lost.reduce((sum, gap) => sum + lostEntries(gap.counts), 0)
      const reasons = [...new Set(lost.map((gap) => gap.reason))].join(', ')
      alerts.push(alert('gap', lost[0]?.received_at ?? null, `${total} (${reasons})`))
    }
    const seen = Math.max(row.last_seen ?? 0, presence.lastSeen(row.id) ?? 0)
    if (!presence.isConnected(row.id)) {
      // What an agent said of itself before it went away is old news.
      if (seen > 0 && now - seen > offlineAfterMs) alerts.push(alert('agent_offline', seen))
      return alerts
    }
    for (const reader of readers.get(row.id) ?? []) {
      const kind = reader.state === 'silent' ? 'reader_silent' : 'reader_closed'
      const detail = reader.error === null ? reader.reader : `${reader.reader}: ${reader.error}`
      alerts.push(alert(kind, reader.updated_at, detail))
    }
    if (row.clock === 'unsynced') alerts.push(alert('clock_unsynced', null))
    const percent = outboxFill(row)
    if (percent > outboxPercent) alerts.push(alert('outbox_filling', null, `${percent} %`))
    return alerts
  })
}

function byAgent<T extends { agent_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.agent_id)
    if (group === undefined) groups.set(row.agent_id, [row])
    else group.push(row)
  }
  return groups
}

function lostEntries(counts: string): number {
  return Object.values(GapCounts.parse(JSON.parse(counts))).reduce((sum, n) => sum + n, 0)
}

function outboxFill({ outbox }: AgentRow): number {
  if (outbox === null) return 0
  const { bytes, maxBytes } = OutboxFigures.parse(JSON.parse(outbox))
  return maxBytes === 0 ? 0 : Math.round((bytes / maxBytes) * 100)
}
