/** Spec: a tag that was read within this time is a repeat, which sounds lower. */
const TAG_REPEAT_MS = 60_000

/** Tags of a minute at 500 reads a second. */
const REMEMBERED_TAGS = 30_000

/** The tags of the last minute, up to a limit. */
export interface RecentTags {
  /** Records a read at that time (epoch milliseconds); true for a repeat. */
  note(uid: string, at: number): boolean
}

/** Beyond `limit` tags it forgets the one that was recorded longest ago. */
export function createRecentTags(limit = REMEMBERED_TAGS): RecentTags {
  // In the order in which they were last recorded.
  const lastAt = new Map<string, number>()
  return {
    note(uid, at) {
      const last = lastAt.get(uid)
      lastAt.delete(uid)
      // Reads of several agents may come out of order.
      lastAt.set(uid, Math.max(at, last ?? at))
      if (lastAt.size > limit) {
        for (const [oldest] of lastAt) {
          lastAt.delete(oldest)
          break
        }
      }
      return last !== undefined && Math.abs(at - last) < TAG_REPEAT_MS
    },
  }
}
