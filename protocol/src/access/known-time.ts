/** How far two clocks may be apart and still agree. */
export const CLOCKS_AGREE_MS = 5 * 60_000
/** How long the hub's word goes on by the monotonic clock: the worst of crystals is half a minute off by then. */
export const HUB_TIME_FRESH_MS = 72 * 3_600_000

/** Something that the hub said, by its own clock. */
export interface HubWord {
  atMs: number
  /** Monotonic milliseconds since; null where it was said in an earlier boot. */
  agoMs: number | null
}

export interface ClockFacts {
  /** The wall clock, while an NTP source stands behind it. */
  ntpMs: number | null
  /** The hub's newest word, kept over boots. */
  hub: HubWord | null
}

export interface KnownTime {
  /** What the time is; null where nobody can tell. */
  nowMs: number | null
  /** It is certainly this late. */
  floorMs: number | null
}

/**
 * The time that a decision may rest on: of NTP and the hub's fresh word either, where the other is
 * absent; NTP's where both agree; none where they do not. An NTP that is behind what the hub has already
 * said is as wrong as one that disagrees with a fresh word: a clock of 1970 is synced to something.
 * The floor is the hub's newest word, and nothing else raises it; a newer word may lower it, so that the
 * wrong clock of a hub does not outlive its mending.
 */
export function knownTime({ ntpMs, hub }: ClockFacts): KnownTime {
  const floorMs = hub?.atMs ?? null
  const isFresh = hub !== null && hub.agoMs !== null && hub.agoMs <= HUB_TIME_FRESH_MS
  const hubMs = isFresh ? hub.atMs + (hub.agoMs ?? 0) : null
  if (ntpMs === null) return { nowMs: hubMs, floorMs }
  const isRefuted =
    (hubMs !== null && Math.abs(ntpMs - hubMs) > CLOCKS_AGREE_MS) ||
    (floorMs !== null && ntpMs < floorMs - CLOCKS_AGREE_MS)
  return { nowMs: isRefuted ? null : ntpMs, floorMs }
}

/**
 * How long ago the hub last said that the list is as it stands; null where nobody can tell: never, or
 * before a boot without time.
 */
export function listAge(confirmed: HubWord | null, nowMs: number | null): number | null {
  if (confirmed === null) return null
  if (confirmed.agoMs !== null) return confirmed.agoMs
  if (nowMs === null || nowMs < confirmed.atMs - CLOCKS_AGREE_MS) return null
  return Math.max(0, nowMs - confirmed.atMs)
}
