import { z } from 'zod'

const MIN_EVERY_MS = 1000
const MAX_EVERY_MS = 3_600_000
const FAULT = `must be a whole number of milliseconds from ${MIN_EVERY_MS} to ${MAX_EVERY_MS}`

/** Time from one measurement to the next. */
export const everyMs = z
  .int(FAULT)
  .min(MIN_EVERY_MS, FAULT)
  .max(MAX_EVERY_MS, FAULT)
  .default(30_000)
