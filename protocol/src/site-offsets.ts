const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Days whose offsets are remembered: far more than any report asks for at once. */
const DAYS_KEPT = 4000

/** A stretch of time in which a zone has one offset from UTC. */
export interface OffsetSpan {
  from: number
  until: number
  offsetMs: number
}

/** The offsets of a time zone, asked of Intl once for each day. */
export class SiteOffsets {
  readonly #format: Intl.DateTimeFormat
  readonly #days = new Map<number, OffsetSpan[]>()
  /** The span of the last lookup: the next moment is mostly in it too. */
  #last: OffsetSpan = { from: 0, until: 0, offsetMs: 0 }

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    })
  }

  /** The spans that cover [from, until) in order; each begins at a change of the clocks, or at `from`. */
  between(from: number, until: number): OffsetSpan[] {
    const spans: OffsetSpan[] = []
    for (let day = Math.floor(from / DAY_MS); day * DAY_MS < until; day++) {
      for (const span of this.#ofDay(day)) {
        const clipped = {
          ...span,
          from: Math.max(span.from, from),
          until: Math.min(span.until, until),
        }
        if (clipped.from >= clipped.until) continue
        const last = spans.at(-1)
        if (last?.offsetMs === clipped.offsetMs) last.until = clipped.until
        else spans.push(clipped)
      }
    }
    return spans
  }

  /** Milliseconds that the zone's clocks are ahead of UTC at a moment. */
  at(moment: number): number {
    const { from, until, offsetMs } = this.#last
    if (moment >= from && moment < until) return offsetMs
    const day = Math.floor(moment / DAY_MS)
    const span = this.#ofDay(day).find((one) => moment < one.until)
    if (span) this.#last = span
    return span?.offsetMs ?? this.#ask(moment)
  }

  /** The spans of a day of UTC. No zone changes its clocks twice in one. */
  #ofDay(day: number): OffsetSpan[] {
    const known = this.#days.get(day)
    if (known) return known
    const from = day * DAY_MS
    const until = from + DAY_MS
    const before = this.#ask(from)
    const after = this.#ask(until)
    const change = before === after ? until : this.#changeBetween(from, until, before)
    const spans = [
      { from, until: change, offsetMs: before },
      { from: change, until, offsetMs: after },
    ].filter((span) => span.from < span.until)
    if (this.#days.size >= DAYS_KEPT) this.#days.clear()
    this.#days.set(day, spans)
    return spans
  }

  /** The first minute that no longer has the offset of `from`. */
  #changeBetween(from: number, until: number, before: number): number {
    let low = 0
    let high = (until - from) / MINUTE_MS
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (this.#ask(from + middle * MINUTE_MS) === before) low = middle
      else high = middle
    }
    return from + high * MINUTE_MS
  }

  #ask(moment: number): number {
    const whole = Math.floor(moment / 1000) * 1000
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
    for (const { type, value } of this.#format.formatToParts(whole)) parts[type] = value
    const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
    const wall = new Date(0)
    wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
    wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
    return wall.getTime() - whole
  }
}
