import { Alert, METRIC_VALID_MS } from '@vehicle-control/protocol'
import type { Registry } from 'prom-client'
import { type WatchedAgent, watchAgents } from '../alerts/alerts.ts'
import type { Presence } from '../ingest/presence/presence.ts'
import { type WorstMetric, worstMetrics } from '../store/agents/agent-metrics.ts'
import { type AgentSummary, summarizeAgents } from '../store/agents/agent-summary.ts'
import type { Db } from '../store/database.ts'
import { gaugesOf } from './gauges-of.ts'
import { cached } from './cached.ts'

/** Prometheus scrapes every 15 to 60 s. What people see in the app is queried separately. */
const HELD_MS = 10_000
const WITHIN_MS = 5000
/** A fleet has a few versions; what an agent claims must not become series without end. */
const VERSIONS_MAX = 10

export interface SiteMetricsOptions {
  /** A read-only connection. */
  readOnly: Db
  presence: Presence
  /** An agent that was not heard of for so long is an alert. */
  offlineMinutes: () => number
  registry: Registry
  now?: () => number
}

interface Site {
  agents: readonly WatchedAgent[]
  summary: AgentSummary
  worst: readonly WorstMetric[]
}

/**
 * The metrics of all agents of the site, out of the database: the same at every replica. They count
 * agents and name none; which ones they are is in the alerts, in the app and by mail.
 */
export function createSiteMetrics(options: SiteMetricsOptions): void {
  const { readOnly, presence, offlineMinutes, registry, now = Date.now } = options
  async function take(): Promise<Site> {
    const at = now()
    return {
      agents: await watchAgents(readOnly, presence, at, offlineMinutes()),
      summary: await summarizeAgents(readOnly),
      worst: await worstMetrics(readOnly, at - METRIC_VALID_MS),
    }
  }
  const add = gaugesOf(registry, cached(take, { ttlMs: HELD_MS, timeoutMs: WITHIN_MS }))

  add('vc_agents', 'Agents of the site, by whether they are connected', ['state'], ({ agents }) => {
    const connected = agents.filter((agent) => agent.connected).length
    return [
      [connected, { state: 'connected' }],
      [agents.length - connected, { state: 'away' }],
    ]
  })
  add(
    'vc_alerts',
    'Alerts of the site that stand, by kind, as the app shows them',
    ['kind'],
    (site) => countKinds(site.agents).map(([kind, count]) => [count, { kind }]),
  )
  add(
    'vc_agents_by_version',
    'Agents by the version of their last status; the rarest together as «other»',
    ['version'],
    ({ summary }) => countVersions(summary.versions).map(([version, n]) => [n, { version }]),
  )
  add(
    'vc_agents_unsent_entries',
    'Entries that wait in the outboxes, by the last status of each agent',
    [],
    ({ summary }) => [[summary.unacked]],
  )
  add(
    'vc_agents_outbox_filled_ratio_max',
    'The fullest outbox: its bytes through its cap, by the last status of each agent',
    [],
    ({ summary }) => [[summary.filledRatio]],
  )
  add(
    'vc_agents_worst',
    'The worst of what agents measured of themselves in the last hour: cpu_temp °C, undervoltage and throttled 0 or 1, disk_free and card_wear %',
    ['metric'],
    ({ worst }) => worst.map(({ metric, value }) => [value, { metric }]),
  )
}

function countKinds(agents: readonly WatchedAgent[]): [Alert['kind'], number][] {
  const counts = new Map(Alert.shape.kind.options.map((kind) => [kind, 0]))
  for (const { alerts } of agents) {
    for (const { alert } of alerts) counts.set(alert.kind, (counts.get(alert.kind) ?? 0) + 1)
  }
  return [...counts]
}

function countVersions(versions: AgentSummary['versions']): [string, number][] {
  const most = versions.toSorted((a, b) => b.agents - a.agents)
  const named = most.slice(0, VERSIONS_MAX).map(({ version, agents }): [string, number] => {
    return [version, agents]
  })
  const others = most.slice(VERSIONS_MAX).reduce((sum, { agents }) => sum + agents, 0)
  return others === 0 ? named : [...named, ['other', others]]
}
