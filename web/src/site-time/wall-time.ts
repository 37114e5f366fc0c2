import type { SiteClock } from './site-clock.ts'

const MINUTE_MS = 60_000

/** YYYY-MM-DDTHH:mm as an address holds it; empty where it is missing or makes no sense. */
export function readWall(text: string | null): string {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return ''
  const at = Date.parse(`${text}Z`)
  // JavaScript takes 31 February for 2 or 3 March.
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? text : ''
}

/** The same, perhaps followed by an offset from UTC, as `SiteClock.named` writes it. */
export function readNamedWall(text: string | null): string {
  const [, wall = '', offset = ''] = /^(.{16})([+-]\d\d:\d\d)?$/.exec(text ?? '') ?? []
  return readWall(wall) && wall + offset
}

/**
 * The last millisecond of the minute that the site's clocks show so: the whole end minute is in a
 * range.
 */
export function endOfMinute(wall: string, site: SiteClock): number {
  return site.instant(wall, 'last') + MINUTE_MS - 1
}
