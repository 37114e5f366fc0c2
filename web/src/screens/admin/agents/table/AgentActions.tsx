import { Button } from '@mantine/core'
import type { AgentDetail } from '@vehicle-control/protocol'
import { AGENTS_TEXTS } from '../../../../texts/admin-agents.ts'

const LABELS = AGENTS_TEXTS.actions

/** What an administrator does with an agent. */
export type AgentAction = 'edit' | 'locate' | 'qr' | 'env' | 'rotate' | 'remove'

const ACTIONS: readonly AgentAction[] = ['edit', 'locate', 'qr', 'env', 'rotate', 'remove']

interface AgentActionsProps {
  agent: AgentDetail
  isOpen: boolean
  mayEdit: boolean
  onToggle: () => void
  onAction: (action: AgentAction) => void
}

/** The buttons of an agent's row. */
export function AgentActions(props: AgentActionsProps) {
  const { agent, isOpen, mayEdit, onToggle, onAction } = props
  const name = agent.name || agent.code
  return (
    <>
      <Button
        variant={isOpen ? 'light' : 'default'}
        size="compact-sm"
        aria-expanded={isOpen}
        aria-label={LABELS.of(LABELS.control, name)}
        onClick={onToggle}
      >
        {LABELS.control}
      </Button>
      {mayEdit &&
        ACTIONS.map((action) => (
          <Button
            key={action}
            variant="default"
            size="compact-sm"
            aria-label={LABELS.of(LABELS[action], name)}
            onClick={() => onAction(action)}
          >
            {LABELS[action]}
          </Button>
        ))}
    </>
  )
}
