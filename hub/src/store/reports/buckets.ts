/** Length of a counter's bucket: days of every time zone begin on a multiple of 15 minutes. */
export const BUCKET_MS = 15 * 60_000
/** Length of a row of `asset_days`: days of UTC, whatever the time zone of the site. */
export const ASSET_DAY_MS = 86_400_000
export const ASSET_WEEK_MS = 7 * ASSET_DAY_MS

/** The start of the unit of `unitMs` that a moment lies in. */
export function startOf(at: number, unitMs: number): number {
  return Math.floor(at / unitMs) * unitMs
}
