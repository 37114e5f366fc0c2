import { SESSION_TEXTS as TEXTS } from '../texts/account/sessions.ts'

const MINUTE_MS = 60_000
/** The hub records a use to the minute. */
const NOW_MS = 2 * MINUTE_MS

/** How long ago something was, in minutes or hours. */
export function wordsOfAge(ageMs: number): string {
  if (ageMs < NOW_MS) return TEXTS.now
  const minutes = Math.floor(ageMs / MINUTE_MS)
  return minutes < 60 ? TEXTS.minutes(minutes) : TEXTS.hours(Math.floor(minutes / 60))
}
