import { arch, cpus, freemem, release, totalmem, type as osType, uptime } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HubAlert, SiteState } from '@vehicle-control/protocol'
import type { RunningVersion } from '@vehicle-control/protocol/release'
import { zip } from 'fflate'
import type { Registry } from 'prom-client'
import { currentAlerts } from '../alerts/alerts.ts'
import type { Presence } from '../ingest/presence/presence.ts'
import { createHideSecrets, type HideSecrets } from '../secrets/hide-secrets.ts'
import { listDetailedAgents } from '../store/agents/agents.ts'
import type { Db } from '../store/database.ts'

/** What the database does not say by then is missing; metrics and state wait so long themselves. */
const DATABASE_WITHIN_MS = 5000
const FILE_WITHIN_MS = 8000
const FILE_MAX_BYTES = 2 * 1024 ** 2
const ALERTS_MAX = 1000
const AGENTS_MAX = 2000
/** Log and metrics are read in turns of so many characters, between which the hub does its work. */
const TURN_LENGTH = 32 * 1024

export interface DiagnosticsParts {
  /** Values that must not be in it. */
  secrets: readonly string[]
  running: RunningVersion
  /** A read-only connection. */
  readOnly: Db
  presence: Presence
  registry: Pick<Registry, 'metrics'>
  siteState: () => Promise<SiteState>
  /** What the environment sets, and what superadmins do. */
  settings: () => unknown
  /** An agent that was not heard of for so long is an alert. */
  offlineMinutes: () => number
  hubAlerts: () => readonly HubAlert[]
  /** The last lines of the log. */
  recentLines: () => readonly string[]
  now: () => number
}

/** `isNoted`: the audit log has who asked for it. */
export type MakeDiagnostics = (made: { isNoted: boolean }) => Promise<Uint8Array>

/**
 * Returns a function that makes a zip of what somebody who helps has to know: versions, figures,
 * settings, alerts and the last lines of the log. It holds no secret and no whole e-mail address.
 */
export function createDiagnostics(parts: DiagnosticsParts): MakeDiagnostics {
  const { secrets, running, registry, siteState, settings, recentLines } = parts
  const known = running.commit === null ? [] : [running.commit]
  const hide = createHideSecrets({ secrets, known })
  return async ({ isNoted }) => {
    const json = async (make: () => unknown) => {
      return JSON.stringify(hide.value(await given(make, FILE_WITHIN_MS)), undefined, 2)
    }
    const files = {
      'LEEME.txt': isNoted ? ABOUT : ABOUT + NOT_NOTED,
      'versions.json': json(() => versionsOf(parts)),
      'state.json': json(siteState),
      'settings.json': json(settings),
      'alerts.json': json(() => alertsOf(parts)),
      'metrics.txt': metricsOf(registry, hide),
      'log.ndjson': hiddenLines(recentLines(), hide),
    }
    const made = Object.entries(files).map(async ([name, text]) => [name, await text] as const)
    return await zipped(await Promise.all(made), new Date(parts.now()))
  }
}

const ABOUT = `Diagnóstico de Vehicle Control, para quien te ayuda.

versions.json  qué versiones corren, en qué máquina, y las de los agentes
state.json     cómo está el hub: discos, base de datos, respaldos, relojes, colas
settings.json  cómo está configurado
alerts.json    los avisos abiertos
metrics.txt    las cifras de /metrics
log.ndjson     las últimas líneas del registro del hub, la más vieja primero

Contraseñas, claves y tokens no están: donde había uno dice ***. Los correos están acortados.
Sí están las placas y los tags que el registro nombra, y los nombres de los agentes.
`

const NOT_NOTED = `
La base de datos no admitía nada al descargarlo: quién lo descargó está en log.ndjson, y pasa al
registro de acciones cuando la base lo admita.
`

/** A part that cannot be had is named as such: the others may say why. */
async function given(make: () => unknown, withinMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ unavailable: `not within ${withinMs} ms` }), withinMs)
  })
  try {
    return await Promise.race([Promise.resolve().then(make), late])
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

async function versionsOf({ running, readOnly, presence }: DiagnosticsParts) {
  const { node, v8, openssl } = process.versions
  const memory = { free_bytes: freemem(), bytes: totalmem(), process: process.memoryUsage() }
  const hub = { ...running, node, v8, openssl, uptime_s: Math.round(process.uptime()) }
  const machine = { os: osType(), release: release(), arch: arch(), cpus: cpus().length }
  const agents = await given(async () => {
    const rows = await listDetailedAgents(readOnly)
    return rows.slice(0, AGENTS_MAX).map(({ id, code, name, version, clock, replica, ...row }) => {
      const connected = presence.isConnected(id, replica)
      const last_seen = row.last_seen === null ? null : new Date(row.last_seen).toISOString()
      return { code, name, version, clock, connected, last_seen }
    })
  }, DATABASE_WITHIN_MS)
  return { hub, machine: { ...machine, uptime_s: Math.round(uptime()) }, memory, agents }
}

async function alertsOf(parts: DiagnosticsParts) {
  const { readOnly, presence, offlineMinutes, hubAlerts, now } = parts
  const agents = await given(async () => {
    const alerts = await currentAlerts(readOnly, presence, now(), offlineMinutes())
    return alerts.slice(0, ALERTS_MAX)
  }, DATABASE_WITHIN_MS)
  return { hub: hubAlerts(), agents }
}

async function metricsOf(registry: DiagnosticsParts['registry'], hide: HideSecrets) {
  const metrics = await given(() => registry.metrics(), FILE_WITHIN_MS)
  if (typeof metrics !== 'string') return JSON.stringify(hide.value(metrics))
  // Cut at a line: half a secret would stay.
  const end =
    metrics.length > FILE_MAX_BYTES ? metrics.lastIndexOf('\n', FILE_MAX_BYTES) : undefined
  const lines = await inTurns(metrics.slice(0, end).split('\n'), (line) => hide.text(line))
  return lines.join('\n')
}

async function hiddenLines(lines: readonly string[], hide: HideSecrets): Promise<string> {
  const hidden = await inTurns(lines, (line) => hiddenLine(line.trimEnd(), hide))
  return hidden.map((line) => `${line}\n`).join('')
}

async function inTurns(
  lines: readonly string[],
  hidden: (line: string) => string,
): Promise<string[]> {
  const made: string[] = []
  let length = 0
  for (const line of lines) {
    made.push(hidden(line))
    length += line.length
    if (length < TURN_LENGTH) continue
    length = 0
    await nextTurn()
  }
  return made
}

function hiddenLine(line: string, hide: HideSecrets): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    // What a library has written to the log by itself.
    return hide.text(line)
  }
  return JSON.stringify(hide.value(parsed))
}

/** By a thread of its own where a file is large: the hub's has other work. */
async function zipped(
  files: readonly (readonly [name: string, text: string])[],
  mtime: Date,
): Promise<Uint8Array> {
  const bytes = files.map(([name, text]) => {
    return [name, Buffer.from(text).subarray(0, FILE_MAX_BYTES)] as const
  })
  return await new Promise((resolve, reject) => {
    zip(Object.fromEntries(bytes), { mtime }, (error, data) => {
      if (error) reject(error)
      else resolve(data)
    })
  })
}
