import { z } from 'zod'
import type { Db } from '../database.ts'
import type { SettingTable } from '../schema/settings.ts'

const LAST_BACKUP = 'backup_last'

async function readSetting(db: Db, key: string): Promise<string | undefined> {
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

/** Rejects when the database does not answer. */
export async function assertReachable(db: Db): Promise<void> {
  await db.selectFrom('settings').select('key').limit(1).execute()
}
