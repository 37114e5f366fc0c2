import type { AccessMode, GivenRule, Rule } from '@vehicle-control/protocol'
import { nextRuleIds } from '../store/access/rule-ids.ts'
import { readPolicies, savePolicy } from '../store/access/access-policies.ts'
import type { Db } from '../store/database.ts'

/** What a person sets for an agent. */
export interface NewPolicy {
  agentId: number
  /** The revision that it was made from; 0: there was none. */
  seen: number
  mode: AccessMode
  rules: readonly GivenRule[]
  /** Who does it. */
  by: string
  now: number
}

/**
 * Stores what an agent decides by, and answers its rules with their ids; null where somebody else changed
 * it since. A rule that had its id before keeps it, any other gets one that was never given.
 */
export async function setPolicy(trx: Db, policy: NewPolicy): Promise<Rule[] | null> {
  const { agentId, seen, mode, by, now } = policy
  const [stored] = await readPolicies(trx, [agentId])
  if ((stored?.revision ?? 0) !== seen) return null
  const known = new Set(ruleIds(stored?.rules))
  const isNew = ({ id }: GivenRule) => id === undefined || !known.delete(id)
  const flags = policy.rules.map(isNew)
  const ids = await nextRuleIds(trx, flags.filter(Boolean).length)
  const rules = policy.rules.map((rule, place): Rule => {
    return { ...rule, id: flags[place] === true ? (ids.shift() ?? 0) : (rule.id ?? 0) }
  })
  const saved = { agentId, mode, rules: JSON.stringify(rules) }
  return (await savePolicy(trx, saved, { seen, now, by })) ? rules : null
}

function ruleIds(rules: string | undefined): unknown[] {
  if (rules === undefined) return []
  return (JSON.parse(rules) as { id: unknown }[]).map(({ id }) => id)
}
