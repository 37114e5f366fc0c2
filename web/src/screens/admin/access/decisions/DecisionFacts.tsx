import type { AccessGate, AccessGroup, StoredDecision } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { formatAge, type SiteTime } from '../../../../site-time/site-time.ts'
import { reasonWords } from '../../../../texts/access-reasons.ts'
import { decisionWords } from '../../../../texts/access.ts'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'
import { readRule } from '../read-rule.ts'
import { ruleSentence } from '../rule-sentence.ts'
import classes from './decisions.module.css'

const TEXTS = ACCESS_TEXTS.decisions
const CLOCKS: Readonly<Partial<Record<string, string>>> = TEXTS.clocks

interface DecisionFactsProps {
  decision: StoredDecision
  /** As it is configured now; undefined where it is gone. */
  gate: AccessGate | undefined
  groups: readonly AccessGroup[]
  site: SiteTime
}

/** All that a decision rested on, as far as its gate said it. */
export function DecisionFacts({ decision, gate, groups, site }: DecisionFactsProps) {
  const { uid, agent_name, reader, reason, rule, mode, clock, opened } = decision
  const { list_age_ms: listAgeMs, known_time: knownTime } = decision
  const { word, shape } = decisionWords(decision)
  return (
    <dl className={`facts ${classes.facts}`}>
      <Fact label={TEXTS.verdictLabel}>
        {shape} {word}
        {mode === 'observe' && ` (${TEXTS.observed})`}
      </Fact>
      <Fact label={TEXTS.reason}>{reasonWords(reason)}</Fact>
      <Fact label={TEXTS.rule}>{ruleWords(rule, gate, groups)}</Fact>
      <Fact label={TEXTS.gate}>{TEXTS.gateReader(agent_name, reader)}</Fact>
      <Fact label={TEXTS.tag}>
        <span className="mono">{uid}</span>
      </Fact>
      <Fact label={TEXTS.listAge}>
        {listAgeMs === null ? TEXTS.unknownAge : TEXTS.ago(formatAge(listAgeMs))}
      </Fact>
      <Fact label={TEXTS.clock}>{CLOCKS[clock] ?? clock}</Fact>
      <Fact label={TEXTS.knownTime}>
        {knownTime === null ? TEXTS.noTime : site.exact(Date.parse(knownTime))}
      </Fact>
      <Fact label={TEXTS.openedBy}>
        {opened === null
          ? TEXTS.nobody
          : TEXTS.openedAt(opened.by, site.exact(Date.parse(opened.at)))}
      </Fact>
    </dl>
  )
}

/** A rule keeps its id when it is edited: what is told is the rule of now. */
function ruleWords(
  id: number | null,
  gate: AccessGate | undefined,
  groups: readonly AccessGroup[],
): string {
  if (id === null) return TEXTS.noRule
  const raw = gate?.rules.find((one) => one['id'] === id)
  if (!gate || !raw) return TEXTS.ruleGone(id)
  const rule = readRule(raw)
  if (!rule) return ACCESS_TEXTS.unreadableRule
  return `${ruleSentence(rule, gate.name, groups)} (${TEXTS.ruleNow}).`
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
