import { ActionIcon, Box, Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { useDialogs } from '../dialogs/DialogsProvider.tsx'
import { useStore } from '../browser/external-store.ts'
import { TEXTS } from '../texts/app.ts'
import classes from './shell.module.css'
import { useDismissal } from './use-dismissal.ts'

type PanelName =
  | 'openChangePassword'
  | 'openSecondFactor'
  | 'openSessions'
  | 'openNotices'
  | 'openDensity'

const PANEL_ID = 'cuenta'
const ROLE_NAMES: Record<string, string> = TEXTS.account.roles

const loadPanels = () => import('./account/panels.tsx')

/** The person who is logged in, and the panels of their own account. */
export function AccountMenu({ onChosen }: { onChosen: () => void }) {
  const { session, storage } = useApp()
  const { name, roles, isKiosk } = useStore(session.state, (state) => state)
  const dialogs = useDialogs()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [panels, setPanels] = useState<Awaited<ReturnType<typeof loadPanels>>>()
  const close = useCallback(() => setOpen(false), [])
  useDismissal({ isOpen, close, box, opener })

  const choose = async (panel: PanelName) => {
    close()
    // The dialog gives the focus back to where it was: to this button, which stays.
    opener.current?.focus()
    onChosen()
    const loaded = await loadPanels()
    loaded[panel](dialogs, storage)
  }
  const toggle = async () => {
    setOpen(!isOpen)
    setPanels(await loadPanels())
  }
  const entry = (panel: PanelName, label: string) => (
    <Button
      variant="subtle"
      justify="start"
      px="0.5rem"
      onClick={() => {
        choose(panel).catch(() => {
          // The chunk needs the hub, and the page says that it is away.
        })
      }}
    >
      {label}
    </Button>
  )

  return (
    <div ref={box} className={classes.account}>
      <ActionIcon
        ref={opener}
        className="on-ink"
        variant="default"
        size={36}
        aria-label={TEXTS.account.label}
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        onClick={() => {
          toggle().catch(() => {
            // Without the hub the menu only lacks the choice that is loaded.
          })
        }}
      >
        <IconUser size={18} aria-hidden />
      </ActionIcon>
      <div id={PANEL_ID} className={classes.accountPanel} hidden={!isOpen}>
        <Box component="p" className="column anywhere" mb="0.5rem" px="0.5rem">
          <strong>{name || TEXTS.account.nameless}</strong>
          <span className="hint">
            {isKiosk
              ? TEXTS.account.kiosk
              : roles.map((role) => ROLE_NAMES[role] ?? role).join(', ')}
          </span>
        </Box>
        {!isKiosk && (
          <>
            {entry('openChangePassword', TEXTS.account.changePassword)}
            {entry('openSecondFactor', TEXTS.account.secondFactor)}
            {entry('openSessions', TEXTS.account.sessions)}
          </>
        )}
        {entry('openNotices', TEXTS.account.notices)}
        {entry('openDensity', TEXTS.account.density)}
        <div className={classes.choice}>{panels && <panels.RefreshKeyChoice />}</div>
      </div>
    </div>
  )
}
