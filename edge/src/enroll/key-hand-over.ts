import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { EdgeCredentials, KeyVerdict } from './credentials.ts'

/** The socket on which a running edge takes a new key, in its data folder. */
export const KEY_SOCKET = 'key.sock'
/** A key that waits for an edge that does not run. */
export const KEY_FILE = 'key.new'

/** What the `key` command hands to a running edge. */
export const KeyRequest = z.object({ key: z.string() })

/** What became of it. `undecided`: it is stored, and the hub has not been reached with it yet. */
export const KeyAnswer = z.object({
  result: z.enum(['accepted', 'refused', 'foreign', 'replaced', 'undecided', 'failed']),
})
export type KeyAnswer = z.infer<typeof KeyAnswer>

const VERDICT_WITHIN_MS = 15_000

export interface KeyHandOverOptions {
  credentials: EdgeCredentials
  /** Connects to the hub anew, with the key that is due. */
  reconnect: (reason: string) => Promise<void>
  /** Milliseconds that the hub has for its verdict. */
  withinMs?: number
}

/**
 * Hands a key to a running edge and has it tried. One that the hub does not accept is forgotten, and
 * the edge goes on with the one before. Rejects where the disk refuses the key: nothing has changed.
 */
export async function handOverKey(
  key: string,
  { credentials, reconnect, withinMs = VERDICT_WITHIN_MS }: KeyHandOverOptions,
): Promise<KeyVerdict | 'undecided'> {
  const { verdict } = await credentials.offer(key)
  const decided = verdict.then(async (result) => {
    // At once: the older key need not wait for the next try.
    if (result === 'refused' || result === 'foreign') await reconnect('back to the older key')
    return result
  })
  await reconnect('a new API key')
  const undecided = delay(withinMs, 'undecided' as const, { ref: false })
  return await Promise.race([decided, undecided])
}
