/** A memory of the newest ids only, so that an always-on screen does not grow. */
export interface RecentIds {
  /** Remembers the id; false when it was known already. */
  add(id: string): boolean
  clear(): void
}

/** Makes a memory of at most `limit` ids; the oldest is forgotten first. */
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
