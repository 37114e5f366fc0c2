import type { Span } from '../store/reports/spans.ts'
import { type OffsetSpan, SiteOffsets } from '@vehicle-control/protocol/site-offsets'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No zone is further from UTC than this. */
const OFFSET_MAX_MS = 16 * HOUR_MS

/** A day as the site's clocks count it: 23 or 25 hours long where the clocks change. */
export interface SiteDay extends Span {
  /** YYYY-MM-DD */
  day: string
}

/** An hour as the site's clocks count it, as far as it lies in the range. */
export interface SiteHour extends Span {
  /** When it began: at a full hour of the site's clocks, or where they changed within one. */
  start: number
  /** 0 = Sunday. */
  dow: number
  /** 0 to 23. */
  hr: number
}

/** Days and hours of the site's time zone. */
export class SiteDays {
  readonly #offsets: SiteOffsets

  constructor(timeZone: string) {
    this.#offsets = new SiteOffsets(timeZone)
  }

  /** The zone's clocks, of which its days are made. */
  get clocks(): SiteOffsets {
    return this.#offsets
  }

  /** The YYYY-MM-DD that the site's calendar shows at a moment. */
  dayOf(moment: number): string {
    return dayName(this.#dayNumber(moment))
  }

  /** When the day of a moment begins, or the one `daysAway` days after it. */
  startOfDay(moment: number, daysAway = 0): number {
    return this.#startOf(this.#dayNumber(moment) + daysAway)
  }

  /** The last `count` days, today's the last, each to its end. */
  lastDays(now: number, count: number): SiteDay[] {
    const today = this.#dayNumber(now)
    return Array.from({ length: count }, (_, i) => {
      const number = today - count + 1 + i
      return { day: dayName(number), from: this.#startOf(number), until: this.#startOf(number + 1) }
    })
  }

  /** The days of a range; the first and the last may lie in it in part. */
  days({ from, until }: Span): (Span & { start: number })[] {
    const days: (Span & { start: number })[] = []
    for (let start = this.startOfDay(from); start < until;) {
      const next = this.startOfDay(start, 1)
      days.push({ start, from: Math.max(start, from), until: Math.min(next, until) })
      start = next
    }
    return days
  }

  /** The offsets of the site's clocks in a range, in order: one span, and one more for each change. */
  offsets({ from, until }: Span): OffsetSpan[] {
    return this.#offsets.between(from, until)
  }

  /**
   * The hours of a range; the first and the last may lie in it in part. An hour in which the clocks
   * go back is two, one before the change and one after it, so none is longer than 60 minutes.
   */
  hours({ from, until }: Span): SiteHour[] {
    const hours: SiteHour[] = []
    // An hour that began before the range may itself begin at a change of the clocks.
    for (const span of this.#offsets.between(from - HOUR_MS, until)) {
      const wallEnd = span.until + span.offsetMs
      let wall = Math.floor((span.from + span.offsetMs) / HOUR_MS) * HOUR_MS
      for (; wall < wallEnd; wall += HOUR_MS) {
        const start = Math.max(span.from, wall - span.offsetMs)
        const end = Math.min(span.until, wall + HOUR_MS - span.offsetMs)
        if (end <= from) continue
        const site = new Date(wall)
        const [dow, hr] = [site.getUTCDay(), site.getUTCHours()]
        hours.push({ start, dow, hr, from: Math.max(start, from), until: end })
      }
    }
    return hours
  }

  /** Days of the site's calendar since 1970-01-01. */
  #dayNumber(moment: number): number {
    return Math.floor((moment + this.#offsets.at(moment)) / DAY_MS)
  }

  /** The first moment of a day; where the clocks skip midnight, that of the change. */
  #startOf(dayNumber: number): number {
    const wall = dayNumber * DAY_MS
    const near = this.#offsets.between(wall - OFFSET_MAX_MS, wall + OFFSET_MAX_MS)
    for (const { from, until, offsetMs } of near) {
      const moment = Math.max(from, wall - offsetMs)
      if (moment < until) return moment
    }
    throw new Error(`no day ${dayNumber} in this time zone`)
  }
}

function dayName(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)
}
