import type { Command, CommandResultData, RelayPin } from '@vehicle-control/protocol'
import type { Sqlite } from './file/outbox-file.ts'

/**
 * Running time that an id is kept: 24 hours, and one more as running time is saved only now and
 * then.
 */
const KEEP_HOURS = 25
const KEEP_AT_LEAST = 1000

/** The part of a command that is stored before its relay moves. */
export type CommandKey = Pick<Command, 'id' | 'pin' | 'state'>

/** A command that came before. */
export interface StoredCommand {
  /** JSON text of its first result; null while it has none. */
  result: string | null
}

/** Stores a new command and answers null, or answers what is stored of a known one. */
export function storeCommand(
  db: Sqlite,
  { id, pin, state }: CommandKey,
  uptimeHours: number,
): StoredCommand | null {
  return db.transaction(() => {
    const stored = db.prepare('select result from commands where id = ?').get(id)
    if (stored !== undefined) return stored as StoredCommand
    db.prepare('insert into commands (id, pin, state, uptime) values (?, ?, ?, ?)').run(
      id,
      pin,
      state,
      uptimeHours,
    )
    return null
  })()
}

/**
 * Keeps a command's first result, given as JSON text; later ones of the same id change nothing. A
 * result that says «off» also clears the earlier ON commands of that pin, so that
 * `unfinishedResults` does not report the relay as left on.
 */
export function storeResult(db: Sqlite, result: string): void {
  db.prepare(
    `update commands set result = $result
     where id = json_extract($result, '$.id') and result is null`,
  ).run({ result })
  db.prepare(
    `update commands set state = 0
     where state = 1 and result is not null and pin = json_extract($result, '$.pin')
       and json_extract($result, '$.state') = 0 and json_extract($result, '$.ok')`,
  ).run({ result })
}

/**
 * The results that an earlier process died without reporting: its commands without a result have
 * failed, and a relay that it left on is off, as every relay is at a start. How long that relay was
 * on is not known: its `onMs` is the longest possible.
 */
export function unfinishedResults(db: Sqlite): CommandResultData[] {
  const keys = db.prepare('select id, pin, state from commands where result is null order by n')
  const failed = (keys.all() as CommandKey[]).map(({ id, pin, state }): CommandResultData => {
    return { id, pin, state, ok: false, onMs: 0, reason: 'failed' }
  })
  return [...leftOn(db), ...failed]
}

// A result that the card has damaged is skipped: it must not stop the edge from starting.
function leftOn(db: Sqlite): CommandResultData[] {
  const rows = db.prepare(
    `with reported as (
       select n, id, pin, iif(json_valid(result), result, '{}') as result
       from commands where state = 1 and result is not null)
     select id, pin, json_extract(result, '$.onMs') as onMs
     from reported where json_extract(result, '$.ok') order by n`,
  )
  const lastOfPin = new Map<RelayPin, CommandResultData>()
  for (const row of rows.all() as { id: string; pin: RelayPin; onMs: number }[]) {
    lastOfPin.set(row.pin, { ...row, state: 0, ok: true, reason: 'auto_off' })
  }
  return [...lastOfPin.values()]
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
    'insert or ignore into commands (id, pin, state, uptime, result) values (?, ?, ?, ?, ?)',
  )
  for (const { id, pin, state, result } of commands) insert.run(id, pin, state, uptimeHours, result)
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
