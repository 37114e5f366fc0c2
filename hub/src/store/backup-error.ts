/** A backup, restore or copy that cannot be done; the message says why and what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** What the system or SQLite says about a failure, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
