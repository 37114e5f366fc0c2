import { ConfigError } from '@vehicle-control/protocol'

/** A backup, restore or copy that cannot be done; the message says why and what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The message of an error of the system or a database, on one line, to end a sentence with. */
export function reasonOf(error: unknown): string {
  return inOneLine(error instanceof Error ? error.message : String(error))
}

/** Cuts a text and replaces control characters: text out of a file may hold terminal commands. */
export const inOneLine = (text: string) => text.slice(0, 1000).replaceAll(/\p{Cc}/gu, ' ')

/**
 * Runs `work` and turns its errors into a BackupError whose message begins with `otherwise`. A
 * BackupError or ConfigError, which says what to do already, is thrown as it is.
 */
export async function withBackupError<T>(otherwise: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError || error instanceof ConfigError) throw error
    throw new BackupError(`${otherwise}: ${reasonOf(error)}`, { cause: error })
  }
}
