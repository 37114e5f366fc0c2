import { z } from 'zod'
import type { Db } from '../database.ts'
import type { SettingTable } from '../schema/settings.ts'

const LAST_BACKUP = 'backup_last'
const SIZES = 'database_sizes'
const SIZES_MAX = 15

export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

/** Stores these values, whether the settings have one or not. */
export async function saveSettings(db: Db, rows: readonly SettingTable[]): Promise<void> {
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute()
}

/** Undefined where the text is no JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No schema takes undefined: whoever asked has a value for what this version cannot read.
    return undefined
  }
}

/** Stores `candidate` unless the setting has a value already, and returns the value that it has. */
export async function getOrCreateSetting(db: Db, key: string, candidate: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ key, value: candidate })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return value
}

const BackupNote = z.object({ at: z.number(), bytes: z.number() })

/** The moment that a backup holds, milliseconds since 1970, and its size. */
export type BackupNote = z.infer<typeof BackupNote>

/** The last complete backup of this database; null before the first. */
export async function lastBackup(db: Db): Promise<BackupNote | null> {
  const stored = await readSetting(db, LAST_BACKUP)
  return stored === undefined ? null : BackupNote.parse(JSON.parse(stored))
}

export async function saveLastBackup(db: Db, note: BackupNote): Promise<void> {
  await saveSettings(db, [{ key: LAST_BACKUP, value: JSON.stringify(note) }])
}

const DatabaseSizes = z.array(
  z.object({ at: z.number(), bytes: z.number(), kind: z.enum(['sqlite', 'postgres']) }),
)

/** How large this database was on some of its last days, oldest first; anew where nobody can read it. */
export type DatabaseSizes = z.infer<typeof DatabaseSizes>

export async function databaseSizes(db: Db): Promise<DatabaseSizes> {
  const stored = await readSetting(db, SIZES)
  return stored === undefined ? [] : DatabaseSizes.catch([]).parse(fromJson(stored))
}

/** Adds a size, and forgets all but the last ones. Call it within a transaction. */
export async function addDatabaseSize(db: Db, size: DatabaseSizes[number]): Promise<void> {
  const sizes = [...(await databaseSizes(db)), size].slice(-SIZES_MAX)
  await saveSettings(db, [{ key: SIZES, value: JSON.stringify(sizes) }])
}

/** Rejects when the database does not answer. */
export async function assertReachable(db: Db): Promise<void> {
  await db.selectFrom('settings').select('key').limit(1).execute()
}
