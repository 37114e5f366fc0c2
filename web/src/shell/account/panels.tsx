import type { Dialogs } from '../../dialogs/dialogs.ts'
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts'
import { FACTOR_TEXTS } from '../../texts/account/second-factor.ts'
import { OwnSessionsPanel } from '../../sessions/SessionsPanel.tsx'
import { RecoveryCodes } from '../second-factor/RecoveryCodes.tsx'
import { SecondFactorPanel } from '../second-factor/SecondFactorPanel.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { DensityChoice } from './choices.tsx'
import { NoticeHistory } from './NoticeHistory.tsx'

/** Opens the dialog in which people change their own password. */
export function openChangePassword(dialogs: Dialogs): void {
  const onDone = (close: () => void) => () => {
    close()
    dialogs.notify('success', ACCOUNT_TEXTS.done)
  }
  dialogs.open({
    title: ACCOUNT_TEXTS.changePassword,
    content: (close) => <ChangePasswordForm onDone={onDone(close)} />,
  })
}

/** Opens the dialog for the second factor of one's own account. */
export function openSecondFactor(dialogs: Dialogs): void {
  const showCodes = (codes: string[]) => {
    dialogs.open({
      title: FACTOR_TEXTS.codes.title,
      isFirm: true,
      content: (close) => <RecoveryCodes codes={codes} onDone={close} />,
    })
  }
  dialogs.open({
    title: ACCOUNT_TEXTS.secondFactor,
    content: (close) => (
      <SecondFactorPanel
        onCodes={(codes) => {
          close()
          showCodes(codes)
        }}
        onRemoved={() => {
          close()
          dialogs.notify('success', FACTOR_TEXTS.removed)
        }}
      />
    ),
  })
}

/** Opens the list of one's own sessions. */
export function openSessions(dialogs: Dialogs): void {
  dialogs.open({ title: ACCOUNT_TEXTS.sessions, content: () => <OwnSessionsPanel /> })
}

/** Opens the choice of density. */
export function openDensity(dialogs: Dialogs, storage: Storage): void {
  dialogs.open({
    title: ACCOUNT_TEXTS.density,
    content: () => <DensityChoice storage={storage} />,
  })
}

/** Opens the history of notices. */
export function openNotices(dialogs: Dialogs): void {
  dialogs.open({
    title: ACCOUNT_TEXTS.notices,
    content: () => <NoticeHistory dialogs={dialogs} />,
  })
}
