import type { ScanEvent } from '@vehicle-control/protocol'
import { useState } from 'react'
import { useIsOperated } from '../../components/wall/use-is-operated.ts'
import type { ShownDecision } from '../../live/decisions.ts'
import type { SiteTime } from '../../site-time/site-time.ts'
import { DECISION_TEXTS as TEXTS } from '../../texts/reads/decision.ts'
import { decisionReason } from './decision-text.ts'
import { DecisionWhy } from './DecisionWhy.tsx'

interface DecisionFactProps {
  read: ScanEvent
  decision: ShownDecision
  site: SiteTime
}

/** What a gate decided on a read, and why; what it rested on is asked for by a press. */
export function DecisionFact({ read, decision, site }: DecisionFactProps) {
  const [isOpen, setOpen] = useState(false)
  const isOperated = useIsOperated()
  return (
    <>
      {decision.mark} {decisionReason(decision)}
      {isOperated && decision.reason && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="no-print">{TEXTS.why}</summary>
          {isOpen && <DecisionWhy read={read} site={site} />}
        </details>
      )}
    </>
  )
}
