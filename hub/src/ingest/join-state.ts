import { createHmac, timingSafeEqual } from 'node:crypto'

/** A join state: a counter under the hub's signature. The edge stores it and shows it at hello. */
export function signJoin(secret: string, agentId: number, counter: number): string {
  const mac = createHmac('sha256', secret).update(`${agentId}.${counter}`).digest('base64url')
  return `${counter}.${mac}`
}

/** The counter of a join state that this hub signed for this agent, else null. */
export function readJoin(secret: string, agentId: number, shown: string): number | null {
  const counter = Number(shown.split('.', 1)[0])
  if (!Number.isSafeInteger(counter) || counter < 1) return null
  const wanted = Buffer.from(signJoin(secret, agentId, counter))
  const given = Buffer.from(shown)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? counter : null
}

/** `restored`: accepted, though this hub knows an older state (a backup was put back). */
export type JoinVerdict =
  | { verdict: 'accepted' | 'restored'; confirmed: number | null; offered: number }
  | { verdict: 'quarantine' }

/**
 * Judges what a device shows. Two devices with one card's content show the same state at first;
 * once one of them has moved on, the other one shows a state that is older than the confirmed one.
 *
 * @param shown the counter; `none` when the device has no state; `invalid` when we did not sign it
 */
export function judgeJoin(
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
