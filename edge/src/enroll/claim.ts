import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './replace-file.ts'

const FORM = /^[0-9a-f]{64}\n$/

/**
 * The claim of this device: a secret by which an admin's approval is for it and no other. Made at the
 * first call, and on disk when this resolves: by another one it would ask anew after a restart. Not
 * in identity.json, whose change says that a key was stored, so that the token can go. Rejects where
 * the disk refuses. Not to be called twice at once.
 */
export async function ownClaim(dataDir: string): Promise<string> {
  const path = join(dataDir, 'claim')
  // One that cannot be read is not replaced: an approval may be for it.
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (FORM.test(stored)) return stored.trim()
  const claim = randomBytes(32).toString('hex')
  await replaceFile(path, `${claim}\n`)
  return claim
}
