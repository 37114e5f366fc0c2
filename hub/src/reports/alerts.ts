import type { Alert } from '@vehicle-control/protocol'
import { z } from 'zod'
import type { Presence } from '../ingest/presence.ts'
import { recentGaps, troubledReaders } from '../store/reports/alerts.ts'
import { listAgents } from '../store/agents/agents.ts'
import type { Db } from '../store/database.ts'
import type { AgentRow } from '../store/schema/agents.ts'

const offlineAfterMs = 5 * 60_000
const gapsOfMs = 24 * 3_600_000
const outboxPercent = 80

const OutboxFigures = z.object({ bytes: z.number(), maxBytes: z.number() })
const GapCounts = z.record(z.string(), z.number())

const iso = (ms: number) => new Date(ms).toISOString()

interface StandingAlert {
  alert: Alert
  /** Empty where it is not about one reader. */
  reader: string
}

/** An agent and what a person should look at there. */
export interface WatchedAgent {
  id: number
  code: string
  name: string
  /** Otherwise nobody knows what its readers, its clock and its outbox are like now. */
  connected: boolean
  alerts: StandingAlert[]
}

/** What a person should look at now, agent by agent. */
export async function currentAlerts(db: Db, presence: Presence, now: number): Promise<Alert[]> {
  const agents = await watchAgents(db, presence, now)
  return agents.flatMap(({ alerts }) => alerts.map(({ alert }) => alert))
}

/** Every agent that is not deleted, by code, with its alerts. */
export async function watchAgents(
  db: Db,
  presence: Presence,
  now: number,
): Promise<WatchedAgent[]> {
  const agents = await listAgents(db)
  const readers = byAgent(await troubledReaders(db))
  const gaps = byAgent(await recentGaps(db, now - gapsOfMs))
  return agents.map((row) => {
    const agent = { code: row.code, name: row.name }
    const connected = presence.isConnected(row.id, row.replica)
    const alerts: StandingAlert[] = []
    const watched = { id: row.id, ...agent, connected, alerts }
    const raise = (
      kind: Alert['kind'],
      since: number | null,
      detail: string | null,
      reader = '',
    ) => {
      alerts.push({
        alert: { kind, agent, since: since === null ? null : iso(since), detail },
        reader,
      })
    }
    if (row.quarantine !== null) raise('quarantine', null, null)
    const lost = gaps.get(row.id)
    if (lost !== undefined) {
      const total = lost.reduce((sum, gap) => sum + lostEntries(gap.counts), 0)
      const reasons = [...new Set(lost.map((gap) => gap.reason))].join(', ')
      raise('gap', lost[0]?.received_at ?? null, `${total} (${reasons})`)
    }
    const seen = Math.max(row.last_seen ?? 0, presence.lastSeen(row.id) ?? 0)
    if (!connected) {
      // What an agent said of itself before it went away is old news.
      if (seen > 0 && now - seen > offlineAfterMs) raise('agent_offline', seen, null)
      return watched
    }
    for (const reader of readers.get(row.id) ?? []) {
      const kind = reader.state === 'silent' ? 'reader_silent' : 'reader_closed'
      const detail = reader.error === null ? reader.reader : `${reader.reader}: ${reader.error}`
      raise(kind, reader.updated_at, detail, reader.reader)
    }
    if (row.clock === 'unsynced') raise('clock_unsynced', null, null)
    const percent = outboxFill(row)
    if (percent > outboxPercent) raise('outbox_filling', null, `${percent} %`)
    return watched
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
