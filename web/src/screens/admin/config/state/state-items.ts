import type { SiteState, StateLevel } from '@vehicle-control/protocol'
import { sizeWords } from '../../../../components/troubles/size-words.ts'
import { formatCount, type SiteTime } from '../../../../site-time/site-time.ts'
import { STATE_TEXTS as TEXTS } from '../../../../texts/admin/site-state.ts'
import { HUB_ALERT_TEXTS } from '../../../../texts/hub-alerts.ts'

/** Something that is looked at: how it stands, its figures, and what there is to do. */
export interface StateItem {
  readonly id: string
  readonly name: string
  /** Null: it is not there, which is no fault. */
  readonly level: StateLevel | null
  readonly figures: readonly string[]
  /** Null where it is well. */
  readonly todo: string | null
}

type Site = Pick<SiteTime, 'full' | 'exact'>
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What «Estado» lists, but for the audit log. `now` is the hub's. */
export function stateItems(state: SiteState, site: Site, now: number): readonly StateItem[] {
  return [
    ...state.disks.map(diskItem),
    databaseItem(state.database, site),
    backupItem(state.backup, site, now),
    certificateItem(state.certificate, site, now),
    clockItem(state.clock, site),
    queuesItem(state.queues),
    ...accessItems(state.access),
    replicasItem(state.replicas),
  ]
}

/** What there is to do at a level. */
function todoAt(level: StateLevel, todo: string, unknown: string, bad = todo): string | null {
  return { ok: null, warn: todo, bad, unknown }[level]
}

function diskItem(disk: SiteState['disks'][number]): StateItem {
  const { level, path, free_bytes: free, bytes } = disk
  const { filling, full } = HUB_ALERT_TEXTS
  return {
    id: `disk ${path}`,
    name: TEXTS.disk.name(path),
    level,
    figures: level === 'unknown' ? [] : [TEXTS.disk.figure(sizeWords(free), sizeWords(bytes))],
    todo: todoAt(level, filling.todo, TEXTS.disk.unknown, full.todo),
  }
}

function databaseItem(database: SiteState['database'], site: Site): StateItem {
  const { level, kind, bytes, bytes_a_day: growth, full_at: fullAt } = database
  const words = TEXTS.database
  const grows = growth !== null && growth > 0 ? words.grows(sizeWords(growth)) : words.shrinks
  return {
    id: 'database',
    name: words.name(kind),
    level,
    figures: [
      bytes === null ? words.noSize : sizeWords(bytes),
      ...(bytes === null ? [] : [growth === null ? words.unmeasured : grows]),
      ...(fullAt === null ? [] : [words.full(dayOf(fullAt, site))]),
    ],
    todo: todoAt(level, words.todo, words.unknown, words.unknown),
  }
}

function backupItem(backup: SiteState['backup'], site: Site, now: number): StateItem {
  const { level, at, bytes, max_hours: maxHours } = backup
  const words = TEXTS.backup
  const made = at === null ? null : Date.parse(at)
  const figures =
    made === null
      ? [maxHours === 0 ? words.unwatched : words.none]
      : [
          words.made(site.full(made), ageWords(now - made)),
          ...(bytes === null ? [] : [sizeWords(bytes)]),
        ]
  const { old, never } = HUB_ALERT_TEXTS
  const todo = made === null ? never.todo : old.todo
  return {
    id: 'backup',
    name: words.name,
    // What nobody looks after is not well.
    level: made === null && maxHours === 0 ? null : level,
    figures,
    todo: todoAt(level, todo, words.unknown),
  }
}

function certificateItem(
  certificate: SiteState['certificate'],
  site: Site,
  now: number,
): StateItem {
  const words = TEXTS.certificate
  const head = { id: 'certificate', name: words.name }
  if (certificate === null) return { ...head, level: null, figures: [words.none], todo: null }
  const { level, ends_at: endsAt, names } = certificate
  const left = Math.floor((Date.parse(endsAt) - now) / DAY_MS)
  const day = dayOf(endsAt, site)
  const ends = left < 0 ? words.ended(day) : words.ends(day, words.left(left))
  return {
    ...head,
    level,
    figures: level === 'unknown' ? [] : [ends, ...names],
    todo: todoAt(level, words.todo, words.unknown),
  }
}

function clockItem({ level, hub_at: at, agents }: SiteState['clock'], site: Site): StateItem {
  const words = TEXTS.clock
  const off = agents.map(({ name, code, off_ms: ms }) =>
    ms === null
      ? words.unset(name || code)
      : words.agent(name || code, offWords(Math.abs(ms)), ms > 0),
  )
  return {
    id: 'clock',
    name: words.name,
    level,
    figures: [words.hub(site.exact(Date.parse(at))), ...off],
    todo: todoAt(level, words.todo, words.unknown),
  }
}

function queuesItem(queues: SiteState['queues']): StateItem {
  const words = TEXTS.queues
  const { level, mails, entries, outboxes, dead_letters: deadLetters } = queues
  const waiting = (['mails', 'entries', 'outboxes', 'deadLetters'] as const).flatMap((queue) => {
    const count = { mails, entries, outboxes, deadLetters }[queue] ?? 0
    return count > 0 ? [{ figure: words[queue](formatCount(count)), todo: words.todo[queue] }] : []
  })
  // What is over is told for a while: an outbox that was full, mails that nobody took.
  const todo = waiting.map((one) => one.todo).join(' ') || words.todo.other
  return {
    id: 'queues',
    name: words.name,
    level,
    figures:
      waiting.length > 0
        ? waiting.map(({ figure }) => figure)
        : level === 'unknown'
          ? []
          : [words.none],
    todo: todoAt(level, todo, words.unknown),
  }
}

/** Hubs of several releases are to be looked at soon: the hub is updated first, and all of them. */
/** The list of tags, where gates do not have all of it: otherwise it is nothing to look at. */
function accessItems(access: SiteState['access']): StateItem[] {
  if (access === undefined || access.level === 'ok') return []
  const { name, tags, denied, todo } = TEXTS.access
  const figures = [tags(formatCount(access.tags)), denied(formatCount(access.denied))]
  return [{ id: 'access', name, level: access.level, figures, todo }]
}

function replicasItem(replicas: SiteState['replicas']): StateItem {
  const versions = new Set(replicas.flatMap(({ version }) => version ?? []))
  const words = TEXTS.replicas
  return {
    id: 'replicas',
    name: words.name,
    level: versions.size > 1 ? 'warn' : 'ok',
    figures: replicas.map(({ name, version, own }) => words.one(name, version, own)),
    todo: versions.size > 1 ? words.todo : null,
  }
}

const dayOf = (at: string, site: Site) => site.full(Date.parse(at)).slice(0, 10)

/** As the bell says how old a backup is. */
function ageWords(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / HOUR_MS))
  return HUB_ALERT_TEXTS.age(Math.floor(hours / 24), hours % 24)
}

/** «45 s», «6 min», «3 h» */
function offWords(ms: number): string {
  if (ms < 90_000) return `${Math.round(ms / 1000)} s`
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / 60_000)} min`
  return `${formatCount(Math.round(ms / HOUR_MS))} h`
}
