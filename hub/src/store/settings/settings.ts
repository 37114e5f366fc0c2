import {
  SUPPRESS_WINDOW_DEFAULT_MS,
  SUPPRESS_WINDOW_MAX_MS,
  SUPPRESS_WINDOW_MIN_MS,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import type { Db } from '../database.ts'

const LAST_BACKUP = 'backup_last'

async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
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

/** Loads the suppression window in milliseconds, clamped to its limits. */
export async function suppressWindowMs(db: Db): Promise<number> {
  const stored = await readSetting(db, 'suppress_window_ms')
  return stored === undefined ? SUPPRESS_WINDOW_DEFAULT_MS : clampWindow(Number(stored))
}

/** Stores the suppression window, clamped to its limits, and returns it. */
export async function setSuppressWindowMs(db: Db, ms: number): Promise<number> {
  const clamped = clampWindow(ms)
  await writeSetting(db, 'suppress_window_ms', String(clamped))
  return clamped
}

function clampWindow(ms: number): number {
  const whole = Number.isFinite(ms) ? Math.round(ms) : SUPPRESS_WINDOW_DEFAULT_MS
  return Math.min(SUPPRESS_WINDOW_MAX_MS, Math.max(SUPPRESS_WINDOW_MIN_MS, whole))
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
  await writeSetting(db, LAST_BACKUP, JSON.stringify(note))
}

/** Rejects when the database does not answer. */
export async function assertReachable(db: Db): Promise<void> {
  await db.selectFrom('settings').select('key').limit(1).execute()
}
