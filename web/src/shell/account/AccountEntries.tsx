import { Button } from '@mantine/core'
import { useApp } from '../../app-parts.ts'
import type { Dialogs } from '../../dialogs/dialogs.ts'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts'
import { RefreshKeyChoice } from './choices.tsx'
import * as panels from './panels.tsx'

interface AccountEntriesProps {
  /** A wall's account has no password and no sessions to look after. */
  isKiosk: boolean
  /** Called before a dialog opens. */
  onChosen: () => void
}

/** What the account's menu leads to; loaded as it opens for the first time. */
export function AccountEntries({ isKiosk, onChosen }: AccountEntriesProps) {
  const { storage } = useApp()
  const dialogs = useDialogs()
  const entry = (label: string, open: (dialogs: Dialogs, storage: Storage) => void) => (
    <Button
      variant="subtle"
      justify="start"
      px="0.5rem"
      onClick={() => {
        onChosen()
        open(dialogs, storage)
      }}
    >
      {label}
    </Button>
  )
  return (
    <>
      {!isKiosk && (
        <>
          {entry(ACCOUNT_TEXTS.changePassword, panels.openChangePassword)}
          {entry(ACCOUNT_TEXTS.secondFactor, panels.openSecondFactor)}
          {entry(ACCOUNT_TEXTS.sessions, panels.openSessions)}
        </>
      )}
      {entry(ACCOUNT_TEXTS.notices, panels.openNotices)}
      {entry(ACCOUNT_TEXTS.density, panels.openDensity)}
      <RefreshKeyChoice />
    </>
  )
}
