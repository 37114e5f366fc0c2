import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'
import { Menu } from '@mantine/core'
import { type Ref, useImperativeHandle } from 'react'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { type AgentAction, AGENT_ACTIONS } from './agent-action.ts'
import classes from './agent-menu.module.css'

const LABELS = AGENTS_TEXTS.actions

interface AgentMenuProps {
  /** The button that was pressed: it names the menu, and the focus returns to it. */
  button: HTMLButtonElement
  onAction: (action: AgentAction) => void
  onClose: () => void
}

/** What an administrator can do with an agent. One for the whole table, open while it is there. */
export function AgentMenu({ button, onAction, onClose }: AgentMenuProps) {
  const leave = () => {
    // Before a dialog opens, which gives the focus back to where it was.
    button.focus()
    onClose()
  }
  return (
    <Menu
      opened
      onChange={leave}
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      // It would be a child of the menu that is no item; the first item takes the focus.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Pressed button={button} />
      </Menu.Target>
      <Menu.Dropdown
        aria-labelledby={button.id}
        className={classes.menu}
        data-head={button.getAttribute('aria-label')}
      >
        {AGENT_ACTIONS.map((action, i) => (
          <Menu.Item
            key={action}
            closeMenuOnClick={false}
            data-autofocus={i === 0 || undefined}
            onClick={() => {
              leave()
              onAction(action)
            }}
          >
            <span className={action === 'remove' ? 'bad' : undefined}>{LABELS[action]}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Gives the menu the button of a row to stand by. */
function Pressed({ button, ref }: { button: HTMLButtonElement; ref?: Ref<HTMLButtonElement> }) {
  useImperativeHandle(ref, () => button, [button])
  return null
}
