import { readdir, readFile } from 'node:fs/promises'

/** The text of a file in /sys, trimmed; null where it is missing or cannot be read. */
export async function readSysfs(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    // This kernel or board does not report it, and the metric is not sent.
    return null
  }
}

/** The names in a folder of /sys, sorted; none where there is no such folder. */
export async function listSysfs(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).toSorted()
  } catch {
    return []
  }
}
