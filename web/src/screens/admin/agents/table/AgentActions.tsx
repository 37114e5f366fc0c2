import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import type { AgentDetail } from '@vehicle-control/protocol'
import { useId } from 'react'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import classes from './agent-actions.module.css'

const LABELS = AGENTS_TEXTS.actions

interface AgentActionsProps {
  agent: AgentDetail
  isOpen: boolean
  isMenuOpen: boolean
  mayEdit: boolean
  onToggle: () => void
  /** Called with the button of the menu, which stands by it. */
  onMenu: (button: HTMLButtonElement) => void
}

/** The buttons of an agent's row. Plain elements, since a page has hundreds of them. */
export function AgentActions(props: AgentActionsProps) {
  const { agent, isOpen, isMenuOpen, mayEdit, onToggle, onMenu } = props
  const id = useId()
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
        <IconAdjustmentsHorizontal className={classes.icon} size={20} aria-hidden />
        <span className={classes.word}>{LABELS.control}</span>
      </button>
      {mayEdit && (
        <button
          id={id}
          type="button"
          className={classes.action}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          aria-label={LABELS.of(LABELS.menu, name)}
          onClick={({ currentTarget }) => onMenu(currentTarget)}
        >
          <span className={classes.icon} aria-hidden>
            ⋯
          </span>
          <span className={classes.word}>
            {LABELS.menu}
            <IconChevronDown size={16} aria-hidden />
          </span>
        </button>
      )}
    </div>
  )
}
