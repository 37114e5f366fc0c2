import { SUPPRESS_WINDOW_MAX_MS, SUPPRESS_WINDOW_MIN_MS } from '@vehicle-control/protocol/limits'

/** The milliseconds of a typed text that the hub takes; null where it is no number or out of bounds. */
export function parseWindow(text: string): number | null {
  const ms = numberOf(text)
  const fits = Number.isInteger(ms) && ms >= SUPPRESS_WINDOW_MIN_MS && ms <= SUPPRESS_WINDOW_MAX_MS
  return fits ? ms : null
}

/** The typed text with a number brought within the bounds; what is no number stays. */
export function clampWindow(text: string): string {
  const ms = numberOf(text)
  if (Number.isNaN(ms)) return text
  const rounded = Math.round(ms)
  return String(Math.min(SUPPRESS_WINDOW_MAX_MS, Math.max(SUPPRESS_WINDOW_MIN_MS, rounded)))
}

/** NaN where it is none. A point before three digits groups them, as this screen prints numbers. */
function numberOf(text: string): number {
  const typed = text.trim()
  if (/^\d{1,3}([.\s]\d{3})+$/.test(typed)) return Number(typed.replaceAll(/[.\s]/g, ''))
  return /^-?\d+([.,]\d*)?$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
}
