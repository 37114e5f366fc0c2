import { z } from 'zod'
import { ListPlace } from '../access/frames.ts'
import { Rule, RuleId } from '../access/rule.ts'
import { RULES_MAX } from '../limits.ts'

/** How the list of a gate stands to the hub's, as text: a page may be older than its hub. */
export const GATE_LIST_STATES = ['off', 'never', 'equal', 'behind', 'held', 'cannot'] as const

/** By what a gate decides, and how its list stands. Times are ISO 8601 UTC. */
export const AccessGate = z.object({
  code: z.string(),
  name: z.string(),
  connected: z.boolean(),
  /** Of the edge's program; null for one that never reported. */
  version: z.string().nullable(),
  /** Of the policy, `seen` of the next change; 0: nobody configured the gate. */
  revision: z.number().int(),
  /** `off`, `observe`, or a newer hub's. */
  mode: z.string(),
  /** As they are stored: a newer hub's may be more than `Rule` knows. */
  rules: z.array(z.looseObject({})),
  list: z.object({
    /**
     * `off`: it needs none. `never`: it has not said yet that it has it. `equal`: by content. `behind`: it
     * has one of before. `held`: it keeps one that is not of this hub, or newer than this hub's, until a
     * person gives it up. `cannot`: its program knows no lists.
     */
    state: z.string(),
    /** Edits that it has not confirmed yet, where it is behind. */
    behind: z.number().int(),
    /** When it last confirmed that its list is the hub's. */
    confirmed_at: z.string().nullable(),
    /** Which list it keeps, where it is held. */
    held: z.object({ id: z.string(), edits: z.number().int() }).nullable(),
    /** Ids of rules that its program does not know. */
    refused_rules: z.array(z.number().int().nullable()),
  }),
})
export type AccessGate = z.infer<typeof AccessGate>

/** GET /api/access/gates. */
export const AccessGateList = z.object({
  gates: z.array(AccessGate),
  /** What the hub's list holds; null where it was not checked yet, after a start. */
  list: z.object({ tags: z.number().int(), denied: z.number().int() }).nullable(),
})
export type AccessGateList = z.infer<typeof AccessGateList>

/** A rule as a page sends it: a new one has no id. */
export const GivenRule = Rule.omit({ id: true }).extend({ id: RuleId.optional() })
export type GivenRule = z.infer<typeof GivenRule>

const GivenRules = z.array(GivenRule).max(RULES_MAX)

/** PUT /api/access/gates/{code}. */
export const SetAccessRequest = z.object({
  /** The revision that the form was filled from: 412 `changed_meanwhile` where there is a newer one. */
  seen: z.number().int().min(0),
  /** Opening is not offered yet. */
  mode: z.enum(['off', 'observe']),
  rules: GivenRules,
})
export type SetAccessRequest = z.infer<typeof SetAccessRequest>

/** POST /api/access/gates/{code}/preview. */
export const PreviewAccessRequest = z.object({ rules: GivenRules.min(1) })

/** A read that the rules would not, or would only just, have let through. */
export const PreviewedRead = z.object({
  uid: z.string(),
  /** Plate or name of what wears the tag now; null: nothing. */
  label: z.string().nullable(),
  reader: z.string(),
  at: z.string(),
  verdict: z.string(),
  reason: z.string(),
  marked: z.boolean(),
})

/** What the rules would have decided on the reads of the last 30 days with today's list. */
export const AccessPreview = z.object({
  allowed: z.number().int(),
  denied: z.number().int(),
  /** Of those that are denied, the most frequent reason first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** The newest of those that are denied or marked, 50 at most. */
  reads: z.array(PreviewedRead),
  /** Tags that this gate and another one heard within 10 s, the newest 50. */
  twice: z.array(
    z.object({ uid: z.string(), label: z.string().nullable(), other: z.string(), at: z.string() }),
  ),
  /** Only the newest reads were looked at; the oldest of them. */
  truncated_at: z.string().nullable(),
})
export type AccessPreview = z.infer<typeof AccessPreview>

/** POST /api/access/gates/{code}/give-up: the list that the gate keeps is given up for the hub's. */
export const GiveUpRequest = z.object({ list: ListPlace })

/** A decision of a gate. */
export const StoredDecision = z.object({
  id: z.number().int(),
  at: z.string(),
  agent_code: z.string(),
  agent_name: z.string(),
  reader: z.string(),
  uid: z.string(),
  /** Plate or name of what wore the tag then; null: nothing. */
  label: z.string().nullable(),
  /** `allow`, `deny`, or a newer edge's; as `reason` and `mode`. */
  verdict: z.string(),
  reason: z.string(),
  rule: z.number().int().nullable(),
  marked: z.boolean(),
  mode: z.string(),
  /** How many decisions it stands for. */
  count: z.number().int(),
  clock: z.string(),
  /** How old the list was, and when it was taken to be, as far as the gate said it. */
  list_age_ms: z.number().nullable(),
  known_time: z.string().nullable(),
  /** A guard's opening of a relay of this gate within 60 s. */
  opened: z.object({ by: z.string(), at: z.string() }).nullable(),
})
export type StoredDecision = z.infer<typeof StoredDecision>

/** GET /api/access/decisions, the newest first. */
export const DecisionList = z.object({
  decisions: z.array(StoredDecision),
  /** `before` of the next page; null: there is none. */
  next: z.number().int().nullable(),
})
export type DecisionList = z.infer<typeof DecisionList>

/** How often gates gave one verdict for one reason; of refusals that stand for many, each counts. */
export const DecisionCount = z.object({
  /** `allow`, `deny`, or a newer edge's; as `reason`. */
  verdict: z.string(),
  reason: z.string(),
  total: z.number().int(),
})
export type DecisionCount = z.infer<typeof DecisionCount>

/** GET /api/access/decisions/summary: the most frequent first. */
export const DecisionSummary = z.object({
  counts: z.array(DecisionCount),
  /** Only the newest entries of the range (`SUMMED_DECISIONS_MAX`) are counted. */
  truncated: z.boolean(),
})
export type DecisionSummary = z.infer<typeof DecisionSummary>
