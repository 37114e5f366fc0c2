import { ActionIcon, Box } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { TEXTS } from '../texts/app.ts'
import classes from './shell.module.css'
import { useDismissal } from './use-dismissal.ts'

const PANEL_ID = 'cuenta'
const ROLE_NAMES: Record<string, string> = TEXTS.account.roles

const AccountEntries = lazyPart(async () =>
  (await import('./account/load-entries.ts')).loadEntries(),
)

/** The person who is logged in, and the panels of their own account. */
export function AccountMenu({ onChosen }: { onChosen: () => void }) {
  const { session } = useApp()
  const { name, roles, isKiosk } = useStore(session.state, (state) => state)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useDismissal({ isOpen, close, box, opener })

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
        onClick={() => setOpen(!isOpen)}
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
        {isOpen && (
          <LaterPart fallback={<output className="hint">{TEXTS.failure.loading}</output>}>
            <AccountEntries
              isKiosk={isKiosk}
              onChosen={() => {
                close()
                // The dialog gives the focus back to where it was: to this button, which stays.
                opener.current?.focus()
                onChosen()
              }}
            />
          </LaterPart>
        )}
      </div>
    </div>
  )
}
