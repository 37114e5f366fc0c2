import { SiteOffsets } from '@vehicle-control/protocol/site-offsets'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4

/** Days and times of day as the site's clocks show them. */
export class SiteCalendar {
  readonly #offsets: SiteOffsets

  constructor(timeZone: string) {
    this.#offsets = new SiteOffsets(timeZone)
  }

  /** Days of the site's calendar since 1970-01-01. */
  dayOf(moment: number): number {
    return Math.floor((moment + this.#offsets.at(moment)) / DAY_MS)
  }

  /** 0 = Sunday. */
  weekdayOf(day: number): number {
    return (((day + FIRST_WEEKDAY) % 7) + 7) % 7
  }

  /** Minutes since midnight, with their fraction. */
  minuteOf(moment: number): number {
    const wall = moment + this.#offsets.at(moment)
    return (wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS
  }

  /** When the clocks show so many minutes after midnight; near it where they skip that time. */
  moment(day: number, minute: number): number {
    const wall = Math.round(day * DAY_MS + minute * MINUTE_MS)
    const near = wall - this.#offsets.at(wall)
    return wall - this.#offsets.at(near)
  }
}
