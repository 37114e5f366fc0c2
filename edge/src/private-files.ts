import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names of what an edge keeps: its outbox and what was set aside of it, list, keys and reserve. */
const OWN_FILE = /^(outbox\.db|access\.db|identity\.json|key\.new|claim|reserve)/

/**
 * Makes files in the data folder that other accounts can read private, such as an outbox with
 * plates and times: older versions of the edge wrote them so, new files are private by the
 * process's umask. Never throws; another account's file stays as it is.
 */
export function makeFilesPrivate(dataDir: string): void {
  let names: string[]
  try {
    names = readdirSync(dataDir)
  } catch {
    // There is none yet, or it cannot be read, which its first use reports.
    return
  }
  for (const name of names.filter((one) => OWN_FILE.test(one))) {
    try {
      const path = join(dataDir, name)
      // Through a link it would be somebody else's file.
      if (lstatSync(path).isFile()) chmodSync(path, 0o600)
    } catch {
      // Gone meanwhile, or another account's.
    }
  }
}
