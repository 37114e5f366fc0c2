/** The database of the deletions with their reads. */
export const DELETIONS_DATABASE = 'live-rfid-deletions'
/** The entry of local storage with those for whose reads there was no room. */
export const DELETIONS_KEY = 'live_rfid_deletions'

/** False where nobody has removed anything on this browser. Rejects where it forbids the question. */
export async function mayHaveDeletions(storage: Storage): Promise<boolean> {
  if (storage.getItem(DELETIONS_KEY) !== null) return true
  // Older browsers do not tell.
  const databases = await indexedDB.databases?.()
  return databases?.some(({ name }) => name === DELETIONS_DATABASE) ?? true
}
