import { z } from 'zod'
import { OFFSETS_MAX } from '../limits.ts'
import type { SiteOffsets } from '../site-offsets.ts'
import { Moment } from './list-row.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** 1970-01-01 was a Thursday: days from a Monday to it. */
const FIRST_WEEKDAY = 3
/** A policy's local times reach so far beyond the day on which it was made. */
export const OFFSETS_DAYS = 400

/**
 * The site's clock as minutes ahead of UTC, each from a moment on; the last until `until`. The hub makes
 * it, so that one tzdata decides at every gate. Outside of it no local time is known.
 */
export const PolicyOffsets = z
  .strictObject({
    spans: z
      .array(z.strictObject({ from: Moment, minutes: z.number().int().min(-1080).max(1080) }))
      .min(1)
      .max(OFFSETS_MAX),
    until: Moment,
  })
  .refine(({ spans, until }) =>
    spans.every(({ from }, place) => from < (spans[place + 1]?.from ?? until)),
  )
export type PolicyOffsets = z.infer<typeof PolicyOffsets>

/**
 * The offsets of a zone from a moment on. A gate's clock may be behind the hub's, and a preview looks
 * back: `from` is well before the first moment that is decided by it.
 */
export function policyOffsets(
  zone: Pick<SiteOffsets, 'between'>,
  from: number,
  until: number = from + OFFSETS_DAYS * DAY_MS,
): PolicyOffsets {
  const spans = zone.between(from, until)
  return {
    spans: spans.map((span) => ({ from: span.from, minutes: span.offsetMs / MINUTE_MS })),
    until,
  }
}

/** Minutes since Monday 00:00 on the site's clocks, or null where the offsets do not reach. */
export function minuteOfWeek({ spans, until }: PolicyOffsets, moment: number): number | null {
  if (!(moment < until)) return null
  for (let place = spans.length - 1; place >= 0; place--) {
    const span = spans[place]
    if (span === undefined || moment < span.from) continue
    const minutes = Math.floor(moment / MINUTE_MS) + span.minutes
    const day = Math.floor(minutes / DAY_MINUTES)
    return ((day + FIRST_WEEKDAY) % 7) * DAY_MINUTES + (minutes - day * DAY_MINUTES)
  }
  return null
}
