import type { AgentDetail } from '@vehicle-control/protocol'
import { Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { QuarantinePanel } from '../quarantine/QuarantinePanel.tsx'
import classes from './table.module.css'
import type { LinkedRow } from './use-open-rows.ts'

const AgentControl = lazyPart(
  async () => (await import('../control/AgentControl.tsx')).AgentControl,
)

interface AgentDetailsProps {
  agent: AgentDetail
  site: SiteTime | null
  mayEdit: boolean
  /** The address named this agent: it comes into view. */
  linked: LinkedRow | null
}

/** What opens below an agent's row. */
export function AgentDetails({ agent, site, mayEdit, linked }: AgentDetailsProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (linked) place.current?.scrollIntoView({ block: 'center' })
  }, [linked])
  return (
    <div ref={place} className={classes.details}>
      <QuarantinePanel agent={agent} site={site} mayEdit={mayEdit} />
      <Suspense fallback={<output>{AGENTS_TEXTS.control.loading}</output>}>
        <AgentControl agent={agent} />
      </Suspense>
    </div>
  )
}
