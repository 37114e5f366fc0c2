import { REASON_TEXTS as WORDS } from '../../texts/troubles.ts'

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/return loss|vswr|no antenna|antenna (is )?(missing|disconnected)/i, WORDS.antenna],
  [/throttl|too hot|over-?heat|high temp|temperature/i, WORDS.hot],
  [/disk is full|ENOSPC|no space left/i, WORDS.full],
  [/readonly|read-only|EROFS/i, WORDS.readOnly],
  [/\bEIO\b|I\/O error|malformed|not a database/i, WORDS.faulty],
  [/ENOENT|ENXIO|ENODEV|no such (file|device)/i, WORDS.missing],
  [/EACCES|EPERM|permission denied/i, WORDS.forbidden],
  [/EBUSY|cannot lock|resource busy/i, WORDS.busy],
  [/ECONNREFUSED/, WORDS.refused],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timed out/i, WORDS.noAnswer],
]

/** What systems say of a device or a disk that fails, as far as there is a plain word for it. */
export function reasonOf(error: string): string {
  const [, consumer] = /in use by ["«']?([^"»']+)/i.exec(error) ?? []
  if (consumer !== undefined) return WORDS.usedBy(consumer.trim())
  const known = REASONS.find(([pattern]) => pattern.test(error))
  return known?.[1] ?? (error.replace(/^Error:\s*/, '').trim() || WORDS.none)
}
