import type { AgentDetail } from '@vehicle-control/protocol'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import classes from './agent-actions.module.css'

const LABELS = AGENTS_TEXTS.actions

/** The actions of an administrator on an agent. */
export type AgentAction = 'edit' | 'locate' | 'qr' | 'env' | 'rotate' | 'remove'

const ACTIONS: readonly AgentAction[] = ['edit', 'locate', 'qr', 'env', 'rotate', 'remove']

interface AgentActionsProps {
  agent: AgentDetail
  isOpen: boolean
  mayEdit: boolean
  onToggle: () => void
  onAction: (action: AgentAction) => void
}

/** The buttons of an agent's row. Plain elements, since a page has hundreds of them. */
export function AgentActions(props: AgentActionsProps) {
  const { agent, isOpen, mayEdit, onToggle, onAction } = props
  const name = agent.name || agent.code
  return (
    <div className={classes.actions}>
      <button
        type="button"
        className={classes.action}
        aria-expanded={isOpen}
        aria-label={LABELS.of(LABELS.control, name)}
        onClick={onToggle}
      >
        {LABELS.control}
      </button>
      {mayEdit &&
        ACTIONS.map((action) => (
          <button
            key={action}
            type="button"
            className={classes.action}
            aria-label={LABELS.of(LABELS[action], name)}
            onClick={() => onAction(action)}
          >
            {LABELS[action]}
          </button>
        ))}
    </div>
  )
}
