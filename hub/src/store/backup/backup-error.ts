import { ConfigError } from '@vehicle-control/protocol'

/** A backup, restore or copy that cannot be done; the message says why and what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The message of the system's or a database's error, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  return inOneLine(error instanceof Error ? error.message : String(error))
}

/** Words that come out of a file can hold whatever a terminal obeys. */
export const inOneLine = (text: string) => text.slice(0, 1000).replaceAll(/\p{Cc}/gu, ' ')

/**
 * Runs `work` and turns its failures into a BackupError that begins with `otherwise`; errors that
 * say what to do already stay as they are.
 */
export async function withBackupError<T>(otherwise: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError || error instanceof ConfigError) throw error
    throw new BackupError(`${otherwise}: ${reasonOf(error)}`, { cause: error })
  }
}
