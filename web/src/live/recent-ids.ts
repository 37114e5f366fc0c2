/** Remembers the newest ids only, so that the memory of an always-on screen does not grow. */
export interface RecentIds {
  /** Remembers the id; false when it was known already. */
  add(id: string): boolean
  clear(): void
}

/** Remembers at most `limit` ids, and forgets the oldest first. */
export function createRecentIds(limit: number): RecentIds {
  const ids = new Set<string>()
  return {
    add(id) {
      if (ids.has(id)) return false
      ids.add(id)
      if (ids.size > limit) {
        const oldest = ids.values().next()
        if (!oldest.done) ids.delete(oldest.value)
      }
      return true
    },
    clear: () => ids.clear(),
  }
}
