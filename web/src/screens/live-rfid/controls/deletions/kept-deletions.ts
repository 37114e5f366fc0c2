/** The database of the deletions with their reads. */
export const DELETIONS_DATABASE = 'live-rfid-deletions'
/** The entry of local storage with the deletions whose reads there was no room for. */
export const DELETIONS_KEY = 'live_rfid_deletions'

/**
 * False where nobody has removed anything on this browser. Rejects where the browser forbids to
 * ask.
 */
export async function mayHaveDeletions(storage: Storage): Promise<boolean> {
  if (storage.getItem(DELETIONS_KEY) !== null) return true
  // Older browsers do not list their databases.
  const databases = await indexedDB.databases?.()
  return databases?.some(({ name }) => name === DELETIONS_DATABASE) ?? true
}
