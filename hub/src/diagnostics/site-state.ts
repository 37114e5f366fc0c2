import { HUB_ALERT_LEVELS } from '@vehicle-control/protocol/hub-alert-levels'
import { hostname } from 'node:os'
import type { AccessList } from '../access/access-list.ts'
import type { Alert, HubAlert, SiteState, StateLevel } from '@vehicle-control/protocol'
import { watchAgents } from '../alerts/alerts.ts'
import type { OpenedHubWatch } from '../alerts/of-hub/open-hub-watch.ts'
import type { Replicas } from '../cluster/replicas.ts'
import { type Config, databaseFile } from '../config/config.ts'
import type { Presence } from '../ingest/presence/presence.ts'
import { cached } from '../metrics/cached.ts'
import { summarizeAgents } from '../store/agents/agent-summary.ts'
import { countDeadLetters } from '../store/agents/losses.ts'
import { databaseSize } from '../store/database-size.ts'
import { type Db, dialectOf } from '../store/database.ts'
import { databaseSizes } from '../store/settings/settings.ts'
import { bytesOfFile, growthADay } from './database-growth.ts'
import { ServedCertificate } from './served-certificate.ts'

/** However many look, the database works once within these times. */
const FLEET_HELD_MS = 10_000
/** Long, as Postgres looks at every file of the database for its size. */
const SIZE_HELD_MS = 60_000
/** What the database does not say by then is unknown: a screen waits for the rest. */
const WITHIN_MS = 5000

const DAY_MS = 86_400_000
/** A disk that is full so soon wants to be thought of. */
const FULL_SOON_MS = 30 * DAY_MS
const FULL_AT_MOST_MS = 3650 * DAY_MS

const CLOCKS_MAX = 10
const DEAD_LETTERS_MAX = 10_000

export interface SiteStateParts {
  config: Pick<Config, 'dataDir' | 'tls'>
  /** A read-only connection. */
  readOnly: Db
  watch: Pick<OpenedHubWatch, 'alerts' | 'disks' | 'backup'>
  presence: Presence
  replicas: Pick<Replicas, 'me' | 'others'>
  accessList: Pick<AccessList, 'image'>
  /** Mails that wait for the mail server. */
  waitingMails: () => number
  /** Entries of agents that wait in memory. */
  waitingEntries: () => number
  version: string
  now: () => number
}

/**
 * Returns a function that says how the hub stands. Its levels are those of the alerts, where there
 * are alerts of it. It does not reject for the database's sake.
 */
export function createSiteState(parts: SiteStateParts): () => Promise<SiteState> {
  const { config, watch, replicas, version, now } = parts
  const fleet = cached(() => lookAtFleet(parts), { ttlMs: FLEET_HELD_MS, timeoutMs: WITHIN_MS })
  const size = cached(() => measure(parts), { ttlMs: SIZE_HELD_MS, timeoutMs: WITHIN_MS })
  const certificate = config.tls && new ServedCertificate(config.tls.cert)

  return async () => {
    const [site, measured] = await Promise.all([fleet(), size()])
    const at = now()
    const alerts = watch.alerts().filter(({ until }) => until === null)
    const { level, newest, maxHours } = watch.backup()
    return {
      disks: watch.disks().map((disk) => {
        return { level: disk.level, path: disk.path, free_bytes: disk.free, bytes: disk.total }
      }),
      database: databaseState(parts, { alerts, measured, at }),
      backup: {
        level,
        at: newest && iso(newest.at),
        bytes: newest?.bytes ?? null,
        max_hours: maxHours,
      },
      certificate: certificate && certificate.state(at),
      clock: {
        level: worst([site?.clocks.length ? 'warn' : known(site)]),
        hub_at: iso(at),
        agents: site?.clocks.slice(0, CLOCKS_MAX) ?? [],
      },
      queues: {
        level: worst([
          known(site),
          ...levelsOf(alerts, ({ kind }) => kind === 'mail_failing'),
          site?.isQueueFull ? 'warn' : 'ok',
        ]),
        mails: parts.waitingMails(),
        entries: parts.waitingEntries(),
        outboxes: site?.outboxes ?? null,
        dead_letters: site?.deadLetters ?? null,
      },
      ...accessState(parts),
      replicas: [
        { name: hostname(), version, own: true },
        ...replicas.others().map((other) => {
          return { name: other.host ?? other.id, version: other.version, own: false }
        }),
      ],
    }
  }
}

function accessState({ accessList: { image } }: SiteStateParts): Pick<SiteState, 'access'> {
  if (image === null) return {}
  const level = image.isFull || image.isDeniedFull ? 'bad' : 'ok'
  return { access: { level, tags: image.tags, denied: image.denied.length } }
}

const iso = (at: number) => new Date(at).toISOString()
const known = (looked: unknown): StateLevel => (looked === null ? 'unknown' : 'ok')
const WORST_FIRST = ['bad', 'warn', 'unknown'] as const
const worst = (levels: readonly StateLevel[]): StateLevel =>
  WORST_FIRST.find((level) => levels.includes(level)) ?? 'ok'

/** The levels of those alerts of the hub. */
function levelsOf(alerts: readonly HubAlert[], isOfIt: (alert: HubAlert) => boolean): StateLevel[] {
  return alerts.filter(isOfIt).map(({ kind }) => HUB_ALERT_LEVELS[kind])
}

async function measure({ config, readOnly, now }: SiteStateParts) {
  const size = await databaseSize(readOnly, databaseFile(config))
  const present = { at: now(), bytes: bytesOfFile(size), kind: dialectOf(readOnly) }
  return { ...size, aDay: growthADay(await databaseSizes(readOnly), present) }
}
type Measured = Awaited<ReturnType<typeof measure>>

function databaseState(
  { config, readOnly, watch }: SiteStateParts,
  { alerts, measured, at }: { alerts: readonly HubAlert[]; measured: Measured | null; at: number },
): SiteState['database'] {
  const kind = dialectOf(readOnly)
  const disks = watch.disks()
  // Listed where it has a disk of its own; else it lies on that of the folder.
  const on = (place: string) => disks.find(({ path }) => path === place)
  const disk = on(databaseFile(config)) ?? on(config.dataDir)
  const fullAt = kind === 'sqlite' ? whenFull(disk?.free, measured?.aDay, at) : null
  const levels = levelsOf(alerts, (alert) => {
    return alert.kind === 'database_away' || alert.cause === 'database'
  })
  const isFullSoon = fullAt !== null && fullAt - at < FULL_SOON_MS
  return {
    level: worst([known(measured), ...levels, isFullSoon ? 'warn' : 'ok']),
    kind,
    bytes: measured?.bytes ?? null,
    bytes_a_day: measured?.aDay ?? null,
    full_at: fullAt === null ? null : iso(fullAt),
  }
}

function whenFull(free: number | undefined, aDay: number | null | undefined, at: number) {
  if (free === undefined || !aDay || aDay < 0) return null
  const leftMs = (free / aDay) * DAY_MS
  return leftMs > FULL_AT_MOST_MS ? null : at + leftMs
}

async function lookAtFleet({ readOnly, presence, now }: SiteStateParts) {
  const agents = await watchAgents(readOnly, presence, now())
  const alerts = agents.flatMap((agent) => agent.alerts.map(({ alert }) => alert))
  return {
    clocks: clocksOf(alerts),
    isQueueFull: alerts.some(({ kind }) => QUEUE_ALERTS.has(kind)),
    outboxes: (await summarizeAgents(readOnly)).unacked,
    deadLetters: await countDeadLetters(readOnly, DEAD_LETTERS_MAX),
  }
}

const QUEUE_ALERTS: ReadonlySet<Alert['kind']> = new Set([
  'outbox_filling',
  'outbox_full',
  'outbox_blocked',
  'bad_entries',
])

type Clock = SiteState['clock']['agents'][number]

/** The clocks that alerts are about, those that are off the most first. */
function clocksOf(alerts: readonly Alert[]): Clock[] {
  const clocks = alerts.flatMap(clockOf).toSorted((a, b) => offOf(b) - offOf(a))
  const named = new Set<string>()
  // One that nothing sets may be off as well: by how much says more.
  return clocks.filter(({ code }) => !named.has(code) && named.add(code))
}

/** What an alert says of its agent's clock. */
function clockOf({ kind, agent, detail }: Alert): Clock[] {
  if (kind === 'clock_unsynced') return [{ ...agent, off_ms: null }]
  if (kind !== 'clock_off') return []
  const off = Number.parseInt(detail ?? '', 10)
  return [{ ...agent, off_ms: Number.isNaN(off) ? null : off }]
}

const offOf = ({ off_ms }: Clock) => Math.abs(off_ms ?? 0)
