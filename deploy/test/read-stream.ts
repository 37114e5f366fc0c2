const SLOT_MS = 15 * 60_000
const DAY_MS = 86_400_000
const ASSETS = 5000

/** Share of a day's reads by hour, at a plant with an early and a late shift. */
const HOUR_WEIGHTS = [
  1, 1, 1, 1, 2, 8, 20, 18, 12, 9, 9, 10, 12, 14, 16, 12, 10, 14, 16, 8, 5, 4, 3, 2,
]
const SUNDAY_SHARE = 0.2
const SATURDAY_SHARE = 0.55
/** Offset of Colombia, whose clocks never change. */
const SITE_OFFSET_MS = -5 * 3_600_000

/** A read that never was. */
export interface MadeUpRead {
  at: number
  agent: number
  uid: string
  antenna: number
  rssi: number
}

/** Tag of an asset by its number; numbers from 5,000 on are tags that no asset has. */
export function tagOf(asset: number): string {
  return `E2003412${asset.toString(16).toUpperCase().padStart(16, '0')}`
}

/** `count` reads of `days` until `until`, oldest first: by shifts, with quiet nights and Sundays. */
export function* readStream(
  { count, agents, days, until }: { count: number; agents: number; days: number; until: number },
  random: () => number,
): Generator<MadeUpRead> {
  const first = Math.floor((until - days * DAY_MS) / SLOT_MS)
  const last = Math.floor(until / SLOT_MS)
  let weight = 0
  for (let slot = first; slot < last; slot++) weight += weightOf(slot)
  let passed = 0
  let made = 0
  for (let slot = first; slot < last; slot++) {
    passed += weightOf(slot)
    const due = slot === last - 1 ? count : Math.floor((count * passed) / weight)
    const times = Array.from({ length: due - made }, () => Math.floor(random() * SLOT_MS))
    for (const time of times.sort((a, b) => a - b)) {
      yield {
        at: slot * SLOT_MS + time,
        agent: Math.floor(random() ** 1.5 * agents),
        uid: tagOf(assetOf(random)),
        antenna: 1 + Math.floor(random() * 4),
        rssi: -40 - Math.floor(random() * 40),
      }
    }
    made = due
  }
}

function weightOf(slot: number): number {
  const site = new Date(slot * SLOT_MS + SITE_OFFSET_MS)
  const weekday = site.getUTCDay()
  const share = weekday === 0 ? SUNDAY_SHARE : weekday === 6 ? SATURDAY_SHARE : 1
  return (HOUR_WEIGHTS[site.getUTCHours()] ?? 0) * share
}

/** Some assets move far more than others, and one read in twenty is of an unknown tag. */
function assetOf(random: () => number): number {
  if (random() < 0.05) return ASSETS + Math.floor(random() * 500)
  return Math.floor(random() ** 2 * ASSETS)
}
