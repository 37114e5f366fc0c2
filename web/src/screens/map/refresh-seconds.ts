import { REFRESH_DEFAULT_S, REFRESH_MIN_S } from '../../map/map-settings.ts'

const MAX_S = 3600

/**
 * The seconds that a text asks for: 0 turns the refresh off, and a text that is no number means the
 * default.
 */
export function refreshSeconds(text: string | null): number {
  const trimmed = text?.trim() ?? ''
  if (!/^\d{1,6}$/.test(trimmed)) return REFRESH_DEFAULT_S
  const seconds = Number(trimmed)
  return seconds === 0 ? 0 : Math.min(MAX_S, Math.max(REFRESH_MIN_S, seconds))
}
