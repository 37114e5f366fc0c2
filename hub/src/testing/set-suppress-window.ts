import type { Db } from '../store/database.ts'
import { saveSettings } from '../store/settings/settings.ts'

/** Stores the suppression window by one statement, tells nobody, and returns it. */
export async function setSuppressWindowMs(db: Db, ms: number): Promise<number> {
  await saveSettings(db, [{ key: 'suppress_window_ms', value: String(ms) }])
  return ms
}
