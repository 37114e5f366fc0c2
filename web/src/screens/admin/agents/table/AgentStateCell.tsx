import type { AgentDetail } from '@vehicle-control/protocol'
import { StateMark } from '../../../../components/StateMark.tsx'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import classes from './table.module.css'

/** Whether an agent was seen lately, and whether its socket is open, on which the relays depend. */
export function AgentStateCell({ agent }: { agent: AgentDetail }) {
  return (
    <div className={classes.mark}>
      <StateMark tone={agent.online ? 'good' : 'bad'}>
        {agent.online ? AGENTS_TEXTS.online : AGENTS_TEXTS.offline}
      </StateMark>
      {agent.connected && <span className="note">{AGENTS_TEXTS.connected}</span>}
    </div>
  )
}
