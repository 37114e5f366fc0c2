import { z } from 'zod'
import { POLICY_MAX_BYTES, RULES_MAX } from '../limits.ts'
import { parseUntrusted } from '../parse-untrusted.ts'
import { PolicyOffsets } from './policy-offsets.ts'
import { Rule, RuleId, RuleReaders } from './rule.ts'

/** `off`: nobody decides. `observe`: it decides and moves nothing. `enforce`: what it allows opens. */
export const AccessMode = z.enum(['off', 'observe', 'enforce'])
export type AccessMode = z.infer<typeof AccessMode>

const Revision = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const policyOf = <T extends z.ZodType>(rule: T) =>
  z.strictObject({
    /** Grows with each change. */
    revision: Revision,
    mode: AccessMode,
    rules: z.array(rule).max(RULES_MAX),
    offsets: PolicyOffsets,
  })

/** All that an agent decides by, beside its list, as a hub of this version writes it. */
export const Policy = policyOf(Rule)
  .refine(({ rules }) => new Set(rules.map(({ id }) => id)).size === rules.length, {
    path: ['rules'],
    error: 'two rules have one id',
  })
  .refine((policy) => jsonBytes(policy) <= POLICY_MAX_BYTES, {
    error: `more than ${POLICY_MAX_BYTES} bytes`,
  })
export type Policy = z.infer<typeof Policy>

/** Of a newer hub, with rules that may be anything. */
const AnyPolicy = policyOf(z.unknown())
const AnyRevision = z.object({ revision: Revision })
const AnyId = z.object({ id: RuleId })
const AnyReaders = z.object({ readers: RuleReaders })

/** A rule that this version does not know wholly: it allows nothing. */
export interface RefusedRule {
  id: number | null
  /** Null where they cannot be read: it may stand at any. */
  readers: string[] | null
  /** Where in the rule, and what is wrong there. */
  why: string
}

/** The rules that stand at a reader, in the order of the policy. */
export interface ReaderRules {
  rules: Rule[]
  /**
   * Every rule that stands here is for leaving, and none was refused: whoever is held here would be held
   * inside. Where one may enter too, nobody can tell who leaves.
   */
  isExit: boolean
}

/** A policy as this version takes it. */
export interface HeldPolicy {
  revision: number
  mode: AccessMode
  /** By reader; one with refused rules alone is not in it. */
  at: ReadonlyMap<string, ReaderRules>
  offsets: PolicyOffsets
  refused: RefusedRule[]
  /** Why nothing of the policy is taken, and its mode is `off`; null as a rule. */
  unknown: string | null
}

/**
 * Takes a policy, of a newer hub as well, so that nothing opens by it that would not open at a gate which
 * knows all of it. A rule with something unknown is refused; a policy with something unknown outside of
 * its rules is off as a whole. Null only where no revision can be read: that is no policy. Whoever keeps
 * a policy keeps it as it came: the next version may know what this one does not.
 */
export function readPolicy(given: unknown): HeldPolicy | null {
  const revision = parseUntrusted(AnyRevision, given).data?.revision
  if (revision === undefined) return null
  if (jsonBytes(given) > POLICY_MAX_BYTES) return offPolicy(revision, 'size')
  const { success, data, error } = parseUntrusted(AnyPolicy, given)
  if (!success) return offPolicy(revision, whyOf(error))

  const rules: Rule[] = []
  const refused: RefusedRule[] = []
  for (const one of data.rules) {
    const read = parseUntrusted(Rule, one)
    if (!read.success) refused.push(refusedRule(one, whyOf(read.error)))
    else if (rules.some(({ id }) => id === read.data.id))
      refused.push(refusedRule(one, 'id: twice'))
    else rules.push(read.data)
  }
  const { mode, offsets } = data
  return { revision, mode, at: byReader(rules, refused), offsets, refused, unknown: null }
}

function offPolicy(revision: number, unknown: string): HeldPolicy {
  const offsets = { spans: [], until: 0 }
  return { revision, mode: 'off', at: new Map(), offsets, refused: [], unknown }
}

function refusedRule(given: unknown, why: string): RefusedRule {
  const id = parseUntrusted(AnyId, given).data?.id ?? null
  const readers = parseUntrusted(AnyReaders, given).data?.readers ?? null
  return { id, readers, why }
}

function byReader(rules: readonly Rule[], refused: readonly RefusedRule[]) {
  const at = new Map<string, ReaderRules>()
  for (const reader of new Set(rules.flatMap(({ readers }) => readers))) {
    const here = rules.filter(({ readers }) => readers.includes(reader))
    const isExit =
      here.every(({ direction }) => direction === 'out') &&
      !refused.some(({ readers }) => readers === null || readers.includes(reader))
    at.set(reader, { rules: here, isExit })
  }
  return at
}

const WHY_MAX = 200

/** The first thing that is wrong, with the names of what is unknown. */
function whyOf({ issues: [issue] }: z.ZodError<unknown>): string {
  if (issue === undefined) return ''
  return [...issue.path.map(String), issue.message].join(': ').slice(0, WHY_MAX)
}

/** UTF-8 bytes of a value as JSON; infinite where it is none. */
function jsonBytes(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length
  } catch {
    // Nested too deep, in a circle, or with a number that JSON does not have.
    return Infinity
  }
}
