import {
  type Alert,
  METRIC_VALID_MS,
  OFFLINE_ALERT_MINUTES,
  RECENT_GAPS_MS,
} from '@vehicle-control/protocol'
import { fingerprintOfHash } from '@vehicle-control/protocol/claim'
import { z } from 'zod'
import type { Presence } from '../ingest/presence/presence.ts'
import { readerAlerts } from './reader-alerts.ts'
import {
  type LossRow,
  manyBadEntries,
  recentLosses,
  readersWithAlert,
} from '../store/reports/alerts.ts'
import { devicesWithAlert } from '../store/agents/agent-devices.ts'
import { listWaitingCards } from '../store/agents/enroll-cards.ts'
import { recentEvents } from '../store/agents/agent-events.ts'
import { metricsAboveZero } from '../store/agents/agent-metrics.ts'
import { recentStrays } from '../store/assets/tagged-assets.ts'
import { openReports } from '../store/reads/tag-reports.ts'
import { listWatchedAgents, type WatchedAgentRow } from '../store/agents/agents.ts'
import type { Db } from '../store/database.ts'

const OUTBOX_FULL_PERCENT = 80

const ReportedError = z.object({ error: z.string().optional(), alarm: z.string().optional() })

const OutboxFigures = z.object({
  bytes: z.number(),
  maxBytes: z.number(),
  blocked: z.string().optional(),
})

/** Events that an agent reports once and never withdraws, as alerts that are listed for a day. */
const KIND_OF_EVENT = {
  outbox_replaced: 'outbox_replaced',
  outbox_full: 'outbox_full',
  clock: 'clock_step',
  clock_off: 'clock_off',
} as const
const EVENTS = Object.keys(KIND_OF_EVENT) as (keyof typeof KIND_OF_EVENT)[]

const iso = (ms: number) => new Date(ms).toISOString()

interface StandingAlert {
  alert: Alert
  /** The reader, sensor or input that it is about; empty if it is about the agent. */
  part: string
}

interface AlertFacts {
  since?: number | null
  detail?: string | null
  /** The reader, sensor or input that it is about. */
  part?: string
  assetId?: number
  tag?: string
}

/** An agent with its alerts. */
export interface WatchedAgent {
  id: number
  code: string
  name: string
  /** While false, the state of its readers, clock and outbox is not known. */
  connected: boolean
  /** When it was last heard of, milliseconds since 1970; 0: never. */
  seen: number
  alerts: StandingAlert[]
}

/**
 * Devices that wait for an admin, the longest first; then the alerts of all agents, the newest first;
 * those without a time last, by agent.
 */
export async function currentAlerts(
  db: Db,
  presence: Presence,
  now: number,
  offlineMinutes?: number,
): Promise<Alert[]> {
  const agents = await watchAgents(db, presence, now, offlineMinutes)
  const alerts = agents.flatMap((agent) => agent.alerts.map(({ alert }) => alert))
  const newestFirst = alerts.toSorted((a, b) => startOf(b) - startOf(a))
  return [...(await enrollRequests(db, now)), ...newestFirst]
}

const startOf = ({ since }: Alert) => (since === null ? 0 : Date.parse(since))

/** Devices that ask to be an agent, which need not be there yet. */
async function enrollRequests(db: Db, now: number): Promise<Alert[]> {
  return (await listWaitingCards(db, now)).map((card) => {
    const { code, name, serial, address, asked_at, claim_hash, agent_name } = card
    const fingerprint = fingerprintOfHash(claim_hash ?? '')
    const request = { fingerprint, name, serial, address, replaces: agent_name !== null }
    const since = asked_at === null ? null : iso(asked_at)
    const agent = { code, name: agent_name ?? code }
    return { kind: 'enroll_request', agent, since, detail: null, request }
  })
}

/**
 * Every agent that is not deleted, in the order of codes, with its alerts; that it is offline is one
 * after `offlineMinutes`.
 */
export async function watchAgents(
  db: Db,
  presence: Presence,
  now: number,
  offlineMinutes = OFFLINE_ALERT_MINUTES,
): Promise<WatchedAgent[]> {
  const agents = await listWatchedAgents(db)
  const readers = byAgent(await readersWithAlert(db))
  const devices = byAgent(await devicesWithAlert(db))
  const measuredSince = now - METRIC_VALID_MS
  const undervolted = byAgent(await metricsAboveZero(db, 'undervoltage', measuredSince))
  const losses = byAgent(await recentLosses(db, now - RECENT_GAPS_MS))
  const badEntries = byAgent(await manyBadEntries(db, now - RECENT_GAPS_MS))
  const events = byAgent(await recentEvents(db, EVENTS, now - RECENT_GAPS_MS))
  const strays = byAgent(await recentStrays(db, now - RECENT_GAPS_MS))
  const reports = byAgent(await openReports(db))
  return agents.map((row) => {
    const agent = { code: row.code, name: row.name }
    const connected = presence.isConnected(row.id, row.replica)
    const alerts: StandingAlert[] = []
    const seen = Math.max(row.last_seen ?? 0, presence.lastSeen(row.id) ?? 0)
    const watched = { id: row.id, ...agent, connected, seen, alerts }
    const add = (
      kind: Alert['kind'],
      { since = null, detail = null, part = '', assetId, tag }: AlertFacts = {},
    ) => {
      const when = since === null ? null : iso(since)
      const about = {
        ...(assetId !== undefined && { asset_id: assetId }),
        ...(tag !== undefined && { tag }),
      }
      const alert = { kind, agent, since: when, detail, ...about }
      alerts.push({ alert, part })
    }
    if (row.quarantine !== null) add('quarantine')
    const lost = losses.get(row.id)
    if (lost !== undefined) {
      const reasons = lost.map((loss) => loss.reason).join(', ')
      add('gap', { since: lost[0]?.since ?? null, detail: `${sumOf(lost)} (${reasons})` })
    }
    for (const { since, count } of badEntries.get(row.id) ?? []) {
      add('bad_entries', { since, detail: String(count) })
    }
    for (const { event, since, detail } of events.get(row.id) ?? []) {
      add(KIND_OF_EVENT[event], { since, detail })
    }
    for (const { tag, readAt, assetId, name } of strays.get(row.id) ?? []) {
      add('retired_tag', { since: readAt, detail: `${name}: ${tag}`, part: tag, assetId })
    }
    for (const { uid, read_at, reported_by, note } of reports.get(row.id) ?? []) {
      const detail = note === '' ? reported_by : `${reported_by}: ${note}`
      add('reported_tag', { since: read_at, detail, part: uid, tag: uid })
    }
    if (!connected) {
      // Whatever else it reported may have changed since it disconnected.
      if (seen > 0 && now - seen > offlineMinutes * 60_000) add('agent_offline', { since: seen })
      return watched
    }
    for (const { kind, ...facts } of readerAlerts(readers.get(row.id) ?? [])) add(kind, facts)
    for (const { alert, kind, name, told, since } of devices.get(row.id) ?? []) {
      const { error, alarm } = ReportedError.parse(JSON.parse(told))
      // Of a barrier its position says all: it has no words of a device.
      const words = kind === 'barrier' ? undefined : (alarm ?? error)
      const detail = [name, words].filter(Boolean).join(': ') || null
      add(alert, { since, detail, part: name })
    }
    for (const { since } of undervolted.get(row.id) ?? []) add('undervoltage', { since })
    if (row.clock === 'unsynced') add('clock_unsynced')
    const { percent, blocked } = outboxOf(row)
    if (blocked !== undefined) add('outbox_blocked', { detail: blocked })
    if (percent > OUTBOX_FULL_PERCENT) add('outbox_filling', { detail: `${percent} %` })
    return watched
  })
}

/** Groups rows by the id of their agent. */
export function byAgent<T extends { agent_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.agent_id)
    if (group === undefined) groups.set(row.agent_id, [row])
    else group.push(row)
  }
  return groups
}

/** The number of entries of all these losses. */
export function sumOf(losses: readonly Pick<LossRow, 'lost'>[]): number {
  return losses.reduce((sum, { lost }) => sum + lost, 0)
}

function outboxOf({ outbox }: WatchedAgentRow): { percent: number; blocked?: string | undefined } {
  if (outbox === null) return { percent: 0 }
  const { bytes, maxBytes, blocked } = OutboxFigures.parse(JSON.parse(outbox))
  return { percent: maxBytes === 0 ? 0 : Math.round((bytes / maxBytes) * 100), blocked }
}
