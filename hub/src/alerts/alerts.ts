import type { Alert } from '@vehicle-control/protocol'
import { z } from 'zod'
import type { Presence } from '../ingest/presence/presence.ts'
import { recentGaps, troubledReaders } from '../store/reports/alerts.ts'
import { listAgents } from '../store/agents/agents.ts'
import type { Db } from '../store/database.ts'
import type { AgentRow } from '../store/schema/agents.ts'

const OFFLINE_AFTER_MS = 5 * 60_000
const GAPS_SINCE_MS = 24 * 3_600_000
const OUTBOX_FULL_PERCENT = 80

const OutboxFigures = z.object({ bytes: z.number(), maxBytes: z.number() })
const GapCounts = z.record(z.string(), z.number())

const iso = (ms: number) => new Date(ms).toISOString()

interface StandingAlert {
  alert: Alert
  /** The reader that it is about; empty if it is about the agent. */
  reader: string
}

interface AlertFacts {
  since?: number | null
  detail?: string | null
  /** The reader that it is about. */
  reader?: string
}

/** An agent with its alerts. */
export interface WatchedAgent {
  id: number
  code: string
  name: string
  /** False: the state of its readers, its clock and its outbox is not known. */
  connected: boolean
  alerts: StandingAlert[]
}

/** The alerts of all agents, the newest first; those without a time last, by agent. */
export async function currentAlerts(db: Db, presence: Presence, now: number): Promise<Alert[]> {
  const agents = await watchAgents(db, presence, now)
  const alerts = agents.flatMap((agent) => agent.alerts.map(({ alert }) => alert))
  return alerts.toSorted((a, b) => startOf(b) - startOf(a))
}

const startOf = ({ since }: Alert) => (since === null ? 0 : Date.parse(since))

/** Every agent that is not deleted, by code, with its alerts. */
export async function watchAgents(
  db: Db,
  presence: Presence,
  now: number,
): Promise<WatchedAgent[]> {
  const agents = await listAgents(db)
  const readers = byAgent(await troubledReaders(db))
  const gaps = byAgent(await recentGaps(db, now - GAPS_SINCE_MS))
  return agents.map((row) => {
    const agent = { code: row.code, name: row.name }
    const connected = presence.isConnected(row.id, row.replica)
    const alerts: StandingAlert[] = []
    const watched = { id: row.id, ...agent, connected, alerts }
    const add = (
      kind: Alert['kind'],
      { since = null, detail = null, reader = '' }: AlertFacts = {},
    ) => {
      const alert = { kind, agent, since: since === null ? null : iso(since), detail }
      alerts.push({ alert, reader })
    }
    if (row.quarantine !== null) add('quarantine')
    const lost = gaps.get(row.id)
    if (lost !== undefined) {
      const total = lost.reduce((sum, gap) => sum + lostEntries(gap.counts), 0)
      const reasons = [...new Set(lost.map((gap) => gap.reason))].join(', ')
      add('gap', { since: lost[0]?.received_at ?? null, detail: `${total} (${reasons})` })
    }
    const seen = Math.max(row.last_seen ?? 0, presence.lastSeen(row.id) ?? 0)
    if (!connected) {
      // What an agent said of itself before it went away may have changed.
      if (seen > 0 && now - seen > OFFLINE_AFTER_MS) add('agent_offline', { since: seen })
      return watched
    }
    for (const reader of readers.get(row.id) ?? []) {
      const kind = reader.state === 'silent' ? 'reader_silent' : 'reader_closed'
      const detail = reader.error === null ? reader.reader : `${reader.reader}: ${reader.error}`
      add(kind, { since: reader.updated_at, detail, reader: reader.reader })
    }
    if (row.clock === 'unsynced') add('clock_unsynced')
    const percent = outboxFill(row)
    if (percent > OUTBOX_FULL_PERCENT) add('outbox_filling', { detail: `${percent} %` })
    return watched
  })
}

/** Rows in a group for each agent that they are of. */
export function byAgent<T extends { agent_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.agent_id)
    if (group === undefined) groups.set(row.agent_id, [row])
    else group.push(row)
  }
  return groups
}

/** How many entries a gap's counts are. */
export function lostEntries(counts: string): number {
  return Object.values(GapCounts.parse(JSON.parse(counts))).reduce((sum, n) => sum + n, 0)
}

function outboxFill({ outbox }: AgentRow): number {
  if (outbox === null) return 0
  const { bytes, maxBytes } = OutboxFigures.parse(JSON.parse(outbox))
  return maxBytes === 0 ? 0 : Math.round((bytes / maxBytes) * 100)
}
