const MINUTE_MS = 60_000
/** Longer than any day: clocks that go back make one of 25 hours. */
const DAY_AT_MOST_MS = 27 * 3_600_000

/** The first instant of the calendar day that `atMs` is in at a site; its clocks may skip midnight. */
export function startOfDay(timeZone: string, atMs: number): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const day = format.format(atMs)
  // Zones change by whole minutes. The dates before the start differ, those from it on are the same.
  let before = Math.floor((atMs - DAY_AT_MOST_MS) / MINUTE_MS)
  let within = Math.floor(atMs / MINUTE_MS)
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (format.format(middle * MINUTE_MS) === day) within = middle
    else before = middle
  }
  return within * MINUTE_MS
}
