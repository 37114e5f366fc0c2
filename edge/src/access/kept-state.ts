import { Digest, type HubWord, ListPlace } from '@vehicle-control/protocol'
import { z } from 'zod'

/** The hub's word as it is kept: `mono` and `boot` say when it came. */
const KeptWord = z.object({ atMs: z.number(), mono: z.number(), boot: z.string() })
export type KeptWord = z.infer<typeof KeptWord>

/** What an edge knows of its list beside the content. */
const KeptState = z.object({
  /** The list, with the most edits that were seen of it; null before the first. */
  place: ListPlace.nullable(),
  complete: z.boolean(),
  /** Digest of the rows that are kept: a bucket that is not there, and should be, shows by it. */
  digest: Digest,
  /** When the hub confirmed the list last. */
  word: KeptWord.nullable(),
})
export type KeptState = z.infer<typeof KeptState>

/** The state in a text; null where it is none of this version. */
export function readState(text: string): KeptState | null {
  try {
    return KeptState.parse(JSON.parse(text))
  } catch {
    // The next version's, or none: the hub is asked for everything.
    return null
  }
}

/** The word as decisions take it, at a moment of the boot in which they are made. */
export function hubWord(
  word: KeptWord | null,
  now: { boot: string; mono: number },
): HubWord | null {
  if (word === null) return null
  return {
    atMs: word.atMs,
    agoMs: word.boot === now.boot ? Math.max(0, now.mono - word.mono) : null,
  }
}
