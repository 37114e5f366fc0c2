import type { AgentDetail } from '@vehicle-control/protocol'
import { BYTE_ORDER_MARK, CSV_FORMAT } from '@vehicle-control/protocol/csv-format'
import Papa from 'papaparse'
import { createSiteClock } from '../../../../site-time/site-clock.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { healthOf } from '../health/agent-health.ts'

const HEADS = AGENTS_TEXTS.columns
const WORDS = AGENTS_TEXTS.csv
// A negative coordinate is not escaped: it is no formula.
const FORMAT = {
  ...CSV_FORMAT,
  escapeFormulae: new RegExp(`^(?!-\\d+(,\\d+)?$)${CSV_FORMAT.escapeFormulae.source.slice(1)}`),
}

/**
 * Agents as a CSV file for Spanish Excel, in the order given and in the site's time; `now` is the
 * hub's.
 */
export function agentsCsv(agents: readonly AgentDetail[], timeZone: string, now: number): Blob {
  const site = createSiteClock(timeZone)
  const heads = [
    HEADS.code,
    HEADS.name,
    HEADS.location,
    WORDS.lat,
    WORDS.lng,
    HEADS.state,
    WORDS.connected,
    HEADS.lastIp,
    WORDS.lastSeen(site.timeZone),
    HEADS.reads,
    WORDS.version,
    HEADS.health,
  ]
  const rows = agents.map((agent) => [
    agent.code,
    agent.name,
    agent.location ?? '',
    decimal(agent.lat),
    decimal(agent.lng),
    agent.online ? AGENTS_TEXTS.online : AGENTS_TEXTS.offline,
    agent.connected ? WORDS.yes : WORDS.no,
    agent.last_ip ?? '',
    agent.last_seen === null ? AGENTS_TEXTS.never : site.full(Date.parse(agent.last_seen)),
    agent.readings_count,
    agent.version ?? '',
    healthOf(agent, now)
      .map(({ text }) => text)
      .join(' · ') || AGENTS_TEXTS.health.good,
  ])
  const text = BYTE_ORDER_MARK + Papa.unparse([heads, ...rows], FORMAT)
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}

/** With a comma, as Spanish Excel reads it: a point would group thousands. */
function decimal(value: number | null): string {
  return value === null ? '' : String(value).replace('.', ',')
}
