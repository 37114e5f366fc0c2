import { AgentCode, ConfigError } from '@vehicle-control/protocol'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { replaceFile } from './replace-file.ts'

/**
 * The edge's own state, which is kept beside the outbox in `identity.json`. What a newer version has
 * added is kept as well, for the day it is back.
 */
export const Identity = z.looseObject({
  agentCode: AgentCode,
  apiKey: z.string().optional(),
  /** Tried once when the hub refuses `apiKey`. */
  previousKey: z.string().optional(),
  /** Tried after those: keys that were in use before one that still waits for the hub's verdict. */
  olderKeys: z.array(z.string()).optional(),
  /** The join state that the hub offered last. */
  join: z.string().optional(),
  suppressWindowMs: z.number().optional(),
  /** What the hub took last of what came after protocol 1. */
  takes: z.array(z.string()).optional().catch(undefined),
})
export type Identity = z.infer<typeof Identity>

/** The identity in memory and on disk. */
export interface IdentityStore {
  /** The identity as saved last, null before the first. */
  current(): Identity | null
  /** The identity that is on disk. */
  saved(): Identity | null
  /**
   * Replaces the identity, in memory at once; it survives a power cut when this resolves. Saves
   * run one after another. Rejects where the disk refuses; the memory keeps the new one.
   */
  save(identity: Identity): Promise<void>
}

/**
 * Opens `identity.json` in the data directory, which is made if it is missing. A file without an
 * identity in it is renamed with a warning, and kept as evidence: the edge enrols again.
 *
 * @throws ConfigError for a file that may not be read.
 */
export async function openIdentityStore(dataDir: string, log: Logger): Promise<IdentityStore> {
  const path = join(dataDir, 'identity.json')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  let identity = await load(path, log)
  let lastSave: Promise<void> = Promise.resolve()

  let saved = identity

  return {
    current: () => identity,
    saved: () => saved,
    save(next) {
      identity = next
      // A save that failed was reported to its own caller.
      lastSave = lastSave
        .catch(() => {})
        .then(() => replaceFile(path, `${JSON.stringify(next)}\n`))
        .then(() => {
          saved = next
        })
      return lastSave
    },
  }
}

async function load(path: string, log: Logger): Promise<Identity | null> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return null
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EISDIR') throw error
    throw new ConfigError(
      `EDGE_DATA_DIR: ${path} no se puede leer (${code}); dé el permiso al edge`,
      {
        cause: error,
      },
    )
  }
  const parsed = parse(text)
  if (parsed !== null) return parsed
  const aside = `${path}.corrupt-${Date.now()}`
  await rename(path, aside)
  log.warn({ path, aside }, 'identity file is broken and set aside')
  return null
}

function parse(text: string): Identity | null {
  try {
    return Identity.parse(JSON.parse(text))
  } catch {
    // Cut short or edited by hand; the parser's message could quote a key.
    return null
  }
}
