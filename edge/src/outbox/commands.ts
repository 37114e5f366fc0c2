import type { Command, CommandResultData } from '@vehicle-control/protocol'
import { NO_PIN, RELAY_PINS } from '@vehicle-control/protocol/limits'
import type { Sqlite } from './file/outbox-file.ts'

/**
 * Running time that an id is kept: 24 hours, and one more as running time is saved only now and
 * then.
 */
const KEEP_HOURS = 25
const KEEP_AT_LEAST = 1000

/** The part of a command that is stored before its relay moves. */
export interface CommandKey extends Pick<Command, 'id' | 'state'> {
  /** BCM number; NO_PIN of a relay that has none. */
  pin: number
  /** The relay's name, where it has one. */
  relay?: string | undefined
}

/** The result of a command, which names the relay as the hub knows it. */
export function resultOf(
  { id, pin, relay, state }: CommandKey,
  outcome: Pick<CommandResultData, 'ok' | 'onMs' | 'reason'>,
): CommandResultData {
  const header = RELAY_PINS.find((one) => one === pin)
  const named = {
    ...(header !== undefined && { pin: header }),
    ...(relay !== undefined && { relay }),
  }
  return { id, ...named, state, ...outcome }
}

/** A command that came before. */
export interface StoredCommand {
  /** JSON text of its first result; null while it has none. */
  result: string | null
}

/** Stores a new command and answers null, or answers what is stored of a known one. */
export function storeCommand(
  db: Sqlite,
  { id, pin, relay, state }: CommandKey,
  uptimeHours: number,
): StoredCommand | null {
  return db.transaction(() => {
    const stored = db.prepare('select result from commands where id = ?').get(id)
    if (stored !== undefined) return stored as StoredCommand
    db.prepare('insert into commands (id, pin, relay, state, uptime) values (?, ?, ?, ?, ?)').run(
      id,
      pin,
      relay ?? null,
      state,
      uptimeHours,
    )
    return null
  })()
}

/**
 * Keeps a command's first result, given as JSON text; later ones of the same id change nothing. A
 * result that says «off» also clears the earlier ON commands of that relay, so that
 * `unfinishedResults` does not report the relay as left on.
 */
export function storeResult(db: Sqlite, result: string): void {
  db.prepare(
    `update commands set result = $result
     where id = json_extract($result, '$.id') and result is null`,
  ).run({ result })
  db.prepare(
    `update commands set state = 0
     where state = 1 and result is not null
       and (pin = json_extract($result, '$.pin') or relay = json_extract($result, '$.relay'))
       and json_extract($result, '$.state') = 0 and json_extract($result, '$.ok')`,
  ).run({ result })
}

/**
 * The results that an earlier process died without reporting: its commands without a result have
 * failed, and a relay that it left on is off, as every relay on a pin is at a start; one on a board goes
 * off by the board's own timer, and until that board has said so the status says that nobody knows.
 * How long it was on is not known: its `onMs` is the longest possible.
 */
export function unfinishedResults(db: Sqlite): CommandResultData[] {
  const rows = db.prepare(
    'select id, pin, relay, state from commands where result is null order by n',
  )
  const failed = (rows.all() as CommandRow[]).map((row) =>
    resultOf(keyOf(row), { ok: false, onMs: 0, reason: 'failed' }),
  )
  return [...leftOn(db), ...failed]
}

type CommandRow = Pick<CommandKey, 'id' | 'pin' | 'state'> & { relay: string | null }

const keyOf = ({ relay, ...key }: CommandRow): CommandKey => ({ ...key, relay: relay ?? undefined })

// A result that the card has damaged is skipped: it must not stop the edge from starting.
function leftOn(db: Sqlite): CommandResultData[] {
  const rows = db.prepare(
    `with reported as (
       select n, id, pin, relay, iif(json_valid(result), result, '{}') as result
       from commands where state = 1 and result is not null)
     select id, pin, relay, json_extract(result, '$.onMs') as onMs
     from reported where json_extract(result, '$.ok') order by n`,
  )
  const lastOfRelay = new Map<number | string, CommandResultData>()
  for (const { onMs, ...row } of rows.all() as (CommandRow & { onMs: number })[]) {
    const key = keyOf({ ...row, state: 0 })
    const relay = row.pin === NO_PIN ? (row.relay ?? NO_PIN) : row.pin
    lastOfRelay.set(relay, resultOf(key, { ok: true, onMs, reason: 'auto_off' }))
  }
  return [...lastOfRelay.values()]
}

/**
 * Takes over the commands of a salvaged file; answers results for those without one, all failed.
 * Call it when that file's entries are in the outbox: a result among them counts.
 */
export function adoptCommands(
  db: Sqlite,
  commands: readonly (CommandKey & StoredCommand)[],
  uptimeHours: number,
): CommandResultData[] {
  const insert = db.prepare(
    'insert or ignore into commands (id, pin, relay, state, uptime, result) values (?, ?, ?, ?, ?, ?)',
  )
  for (const { id, pin, relay, state, result } of commands) {
    insert.run(id, pin, relay ?? null, state, uptimeHours, result)
  }
  const open = new Set(commands.filter((c) => c.result === null).map((c) => c.id))
  if (open.size === 0) return []
  const results = db.prepare("select data from entries where kind = 'command_result' order by seq")
  for (const data of results.pluck().all() as string[]) {
    if (open.has(idOf(data))) storeResult(db, data)
  }
  return unfinishedResults(db).filter(({ id }) => open.has(id))
}

function idOf(result: string): string {
  try {
    return String((JSON.parse(result) as { id: unknown }).id)
  } catch {
    // The card has damaged it.
    return ''
  }
}

/** Forgets ids that are old and not among the newest thousand. */
export function forgetCommands(db: Sqlite, uptimeHours: number): void {
  db.prepare(
    `delete from commands where result is not null and uptime < ?
       and n <= (select max(n) from commands) - ${KEEP_AT_LEAST}`,
  ).run(uptimeHours - KEEP_HOURS)
}
