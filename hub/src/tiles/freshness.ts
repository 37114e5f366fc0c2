const DAY_MS = 86_400_000
/** What the policy of OpenStreetMap asks for where the server names no time. */
const DEFAULT_MS = 7 * DAY_MS
const LONGEST_MS = 365 * DAY_MS

/**
 * Until when an answer is fresh, in milliseconds since 1970: by its Cache-Control, else its
 * Expires, else seven days; null: it must not be cached.
 */
export function freshUntil(headers: Headers, now: number): number | null {
  const control = headers.get('cache-control')?.toLowerCase() ?? ''
  if (/\bno-store\b/.test(control)) return null
  if (/\bno-cache\b/.test(control)) return now
  return now + Math.min(LONGEST_MS, Math.max(0, lifetimeMs(headers, control, now)))
}

function lifetimeMs(headers: Headers, control: string, now: number): number {
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,10})/.exec(control)?.[1]
  if (maxAge !== undefined) {
    const ageS = Number(headers.get('age') ?? 0)
    return (Number(maxAge) - (ageS > 0 ? ageS : 0)) * 1000
  }
  const text = headers.get('expires')
  if (text === null) return DEFAULT_MS
  const expires = Date.parse(text)
  // Servers write «0» and the like for «expired».
  if (Number.isNaN(expires)) return 0
  // By the server's own clock where it is given: this machine's may be wrong.
  const sent = Date.parse(headers.get('date') ?? '')
  return expires - (Number.isNaN(sent) ? now : sent)
}
