import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Puts a text into a file of mode 0600, in the place of what it held. After a power cut it has the
 * old text or the new one, and when this resolves the new one. Rejects where the disk refuses.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  // The rename itself is on disk when the directory is.
  const directory = await open(dirname(path), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
