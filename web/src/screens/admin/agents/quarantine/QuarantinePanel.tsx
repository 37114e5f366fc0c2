import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AgentDetail, ClaimedDevice } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { AGENT_DETAILS_KEY } from '../../../../api/agents/admin-agents.ts'
import { acceptDevice } from '../../../../api/agents/agent-keys.ts'
import { wordsOf } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { Problem } from '../../../../forms/Problem.tsx'
import { useSubmission } from '../../../../forms/use-submission.ts'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import classes from './quarantine.module.css'

const LABELS = AGENTS_TEXTS.quarantine

interface QuarantinePanelProps {
  agent: AgentDetail
  site: SiteTime | null
  mayEdit: boolean
}

/**
 * The two devices that claim to be one agent, and the choice between them; nothing where it is not
 * in quarantine.
 */
export function QuarantinePanel({ agent, site, mayEdit }: QuarantinePanelProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const { isBusy, problem, submit } = useSubmission()
  if (agent.quarantine === null) return null
  const { known, claimant } = agent.quarantine
  const accept = (serial: string) =>
    void submit(async () => {
      const question = { text: LABELS.ask(agent.name), detail: LABELS.detail(serial) }
      if (!(await dialogs.confirm(question))) return
      await acceptDevice(api, agent.code, serial)
      await queries.invalidateQueries({ queryKey: AGENT_DETAILS_KEY })
      dialogs.notify('success', AGENTS_TEXTS.accepted(agent.name))
    })
  const device = (title: string, claimed: ClaimedDevice) => (
    <Device title={title} device={claimed} site={site}>
      {!mayEdit ? null : claimed.hardware_serial === null ? (
        <p>{LABELS.noSerial}</p>
      ) : (
        <Button
          variant="default"
          aria-disabled={isBusy}
          aria-label={LABELS.acceptOf(title, claimed.hardware_serial)}
          onClick={() => accept(String(claimed.hardware_serial))}
        >
          {LABELS.accept}
        </Button>
      )}
    </Device>
  )
  return (
    <section className={classes.panel} aria-label={LABELS.title}>
      <h3 className="warn">▲ {LABELS.title}</h3>
      <p>{LABELS.hint}</p>
      {!mayEdit && <p>{LABELS.look}</p>}
      <div className="boxes">
        {device(LABELS.known, known)}
        {device(LABELS.claimant, claimant)}
      </div>
      <Problem>{problem === null ? null : wordsOf(problem, LABELS.failed)}</Problem>
    </section>
  )
}

interface DeviceProps {
  title: string
  device: ClaimedDevice
  site: SiteTime | null
  children: ReactNode
}

function Device({ title, device: { address, hardware_serial, at }, site, children }: DeviceProps) {
  return (
    <div className={classes.device}>
      <h4>{title}</h4>
      <dl className="facts">
        <dt>{LABELS.address}</dt>
        <dd>{address ?? LABELS.none}</dd>
        <dt>{LABELS.serial}</dt>
        <dd>{hardware_serial ?? LABELS.none}</dd>
        <dt>{LABELS.at}</dt>
        <dd>
          <time dateTime={at}>{site?.full(Date.parse(at))}</time>
        </dd>
      </dl>
      {children}
    </div>
  )
}
