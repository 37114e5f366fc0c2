/**
 * Why a decision is as it is, in the order in which they are asked: the first that holds is the reason,
 * and `allowed` is what remains. `expired` and `not_yet` are one step, since a row is only one of them.
 */
export const DECIDED_REASONS = [
  'denied',
  'no_list',
  'unknown',
  'expired',
  'not_yet',
  'stale',
  'not_here',
  'clock',
  'hours',
  'allowed',
] as const
export type DecidedReason = (typeof DECIDED_REASONS)[number]

/** Names that are taken for what becomes of a decision where it opens; nothing gives one yet. */
export const RESERVED_REASONS = [
  'locked',
  'paused',
  'parked',
  'busy',
  'other_gate',
  'no_vehicle',
  'buffered',
  'late',
] as const

export const REASONS = [...DECIDED_REASONS, ...RESERVED_REASONS] as const
export type Reason = (typeof REASONS)[number]

/**
 * The reason of a name, or null for one of a newer peer. On every wire and in every table a reason is
 * text and stays as it came: where this is null its verdict is shown, with the name as it is.
 */
export function knownReason(name: string): Reason | null {
  return REASONS.find((reason) => reason === name) ?? null
}
