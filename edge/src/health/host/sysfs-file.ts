import { readdir, readFile } from 'node:fs/promises'

/** The text of a file of the kernel's, trimmed; null where it has none or it cannot be read. */
export async function readSysfs(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch {
    // This kernel or board does not tell, and the metric is not sent.
    return null
  }
}

/** The names in a folder of the kernel's, in order; none where there is no such folder. */
export async function listSysfs(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).toSorted()
  } catch {
    return []
  }
}
