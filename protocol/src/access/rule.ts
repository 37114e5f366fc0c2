import { z } from 'zod'
import {
  LIST_STALE_AFTER_MS,
  READERS_MAX,
  RELAY_MAX_ON_MS,
  RELAY_PINS,
  RULE_GROUPS_MAX,
  RULE_SPANS_MAX,
} from '../limits.ts'
import { line, wireText } from '../text.ts'
import { type AssetKind, GroupId, KIND_NUMBERS } from './list-row.ts'

const ASSET_KINDS = Object.keys(KIND_NUMBERS) as [AssetKind, ...AssetKind[]]
const minuteOfDay = z.number().int().min(0).max(1439)

/** The id that a reader has at its edge. */
export const RuleReaders = z.array(wireText(64).min(1)).min(1).max(READERS_MAX)
export const RuleId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/**
 * Hours of some days on the site's clocks: from the minute `from` on, no longer at the minute `to`. Where
 * `to` is not after `from` they run over midnight, up to a whole day, and belong to the day on which
 * they begin. `days` has a bit for each day, 1 for Monday to 64 for Sunday. They are what a clock on the
 * wall shows: of an hour that comes twice both are in, one that is left out is in none.
 */
export const WeeklySpan = z.strictObject({
  days: z.number().int().min(1).max(127),
  from: minuteOfDay,
  to: minuteOfDay,
})
export type WeeklySpan = z.infer<typeof WeeklySpan>

/** The relay that a rule opens, by its pin or by its name. */
export const RuleRelay = z.union([
  z.strictObject({ pin: z.literal(RELAY_PINS) }),
  z.strictObject({ name: line(64).min(1) }),
])

/** From what age on a list that the hub has not confirmed is stale, and whether the rule still goes by it. */
const RuleStale = z.strictObject({
  afterMs: z
    .number()
    .int()
    .min(60_000)
    .max(365 * 86_400_000)
    .default(LIST_STALE_AFTER_MS),
  answer: z.enum(['go_on', 'refuse']).default('go_on'),
})

/**
 * Which tags pass at which readers, in which direction and when, and which relay opens for them for how
 * long. Nothing in it may be unknown: a field or a value that this version does not know may be the one
 * that forbids, so that the rule is refused whole (`policy.ts`). A new field is therefore optional, and a
 * hub leaves it out wherever the rule means the same without. What `readers` means does not change: a
 * rule stands nowhere else.
 */
export const Rule = z.strictObject({
  /** Never given twice. */
  id: RuleId,
  readers: RuleReaders,
  /** `both` is a reader that vehicles pass in either direction. */
  direction: z.enum(['in', 'out', 'both']),
  /** All that are registered, or the groups whose vehicles pass. */
  who: z.union([z.literal('registered'), z.array(GroupId).min(1).max(RULE_GROUPS_MAX)]),
  /** What the tag is on. */
  kinds: z.array(z.enum(ASSET_KINDS)).min(1).max(ASSET_KINDS.length).default(['vehicle']),
  /** Null: always. */
  hours: z.array(WeeklySpan).min(1).max(RULE_SPANS_MAX).nullable(),
  relay: RuleRelay,
  onMs: z.number().int().min(1).max(RELAY_MAX_ON_MS),
  stale: RuleStale.prefault({}),
})
export type Rule = z.infer<typeof Rule>
