import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Makes a join state: a counter with the hub's signature, which the edge shows at its next hello.
 */
export function signJoin(secret: string, agentId: number, counter: number): string {
  const mac = createHmac('sha256', secret).update(`${agentId}.${counter}`).digest('base64url')
  return `${counter}.${mac}`
}

/** The counter of a join state that this hub signed for this agent; null for any other text. */
export function readJoin(secret: string, agentId: number, shown: string): number | null {
  const counter = Number(shown.split('.', 1)[0])
  if (!Number.isSafeInteger(counter) || counter < 1) return null
  const expected = Buffer.from(signJoin(secret, agentId, counter))
  const given = Buffer.from(shown)
  return given.length === expected.length && timingSafeEqual(given, expected) ? counter : null
}

/**
 * `restored`: accepted although it is newer than the hub's (the hub was restored from a backup).
 */
export type JoinVerdict =
  | { verdict: 'accepted' | 'restored'; confirmed: number | null; offered: number }
  | { verdict: 'quarantine' }

/**
 * Judges the join state that a device shows. Two devices with copies of one card show the same
 * state at first; once one of them has joined, the other shows one that is older than the confirmed
 * one.
 *
 * @param shown the counter; `none` when the device has no state; `invalid` when the hub did not
 * sign it
 */
export function evaluateJoin(
  row: { confirmed: number | null; offered: number },
  shown: number | 'none' | 'invalid',
): JoinVerdict {
  const { confirmed, offered } = row
  if (confirmed === null) {
    const newest = typeof shown === 'number' ? Math.max(offered, shown) : offered
    return { verdict: 'accepted', confirmed: null, offered: newest + 1 }
  }
  if (typeof shown !== 'number' || (shown < offered && shown !== confirmed)) {
    return { verdict: 'quarantine' }
  }
  if (shown > offered) return { verdict: 'restored', confirmed: shown, offered: shown + 1 }
  if (shown === confirmed && offered > confirmed) return { verdict: 'accepted', confirmed, offered }
  return { verdict: 'accepted', confirmed: shown, offered: shown + 1 }
}
