/** Days and clock times of the site, whatever zone this browser is in. */
export interface SiteTime {
  readonly timeZone: string
  /** YYYY-MM-DD */
  day(at: number): string
  /** The first instant of the day that `at` is in; not always a midnight (daylight saving). */
  startOfDay(at: number): number
  /** The first instant of the next day. */
  startOfNextDay(at: number): number
  /** HH:mm:ss */
  clock(this: void, at: number): string
  /** DD/MM/YYYY HH:mm */
  full(this: void, at: number): string
  /** DD/MM/YYYY HH:mm:ss */
  exact(this: void, at: number): string
}

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached for each zone, since making it is slow. Throws where there is no such zone. */
export function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // `hour12: false` would print the hour after midnight as 24.
  const format = new Intl.DateTimeFormat('es', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

export function createSiteTime(timeZone: string): SiteTime {
  const format = zoneFormat(timeZone)
  const parts = (at: number): Record<string, string> => {
    const found: Record<string, string> = {}
    for (const part of format.formatToParts(at)) found[part.type] = part.value
    return found
  }
  const day = (at: number) => {
    const p = parts(at)
    return `${p.year}-${p.month}-${p.day}`
  }
  /** The first millisecond in (low, high] whose day is not that of `low`. */
  const dayChange = (low: number, high: number) => {
    const before = day(low)
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (day(middle) === before) low = middle
      else high = middle
    }
    return high
  }
  const exact = (at: number) => {
    const p = parts(at)
    return `${p.day}/${p.month}/${p.year} ${p.hour}:${p.minute}:${p.second}`
  }
  return {
    timeZone,
    day,
    startOfDay(at) {
      const today = day(at)
      let low = at - DAY_MS / 2
      while (day(low) === today) low -= DAY_MS / 2
      return dayChange(low, at)
    },
    startOfNextDay(at) {
      const today = day(at)
      let high = at + DAY_MS / 2
      while (day(high) === today) high += DAY_MS / 2
      return dayChange(at, high)
    },
    clock(at) {
      const p = parts(at)
      return `${p.hour}:${p.minute}:${p.second}`
    },
    full: (at) => exact(at).slice(0, 16),
    exact,
  }
}

/** mm:ss, or h:mm:ss from an hour on. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const tail = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${tail}` : tail
}

let grouped: Intl.NumberFormat | undefined

/** A count as people of the site write it: 12.345 */
export function formatCount(count: number): string {
  // Made only when a number needs it, since the first format of a page is slow to make.
  if (count < 1000) return String(count)
  return (grouped ??= new Intl.NumberFormat('es-CO')).format(count)
}
