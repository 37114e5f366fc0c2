import type { Dialogs } from '../../dialogs/dialogs.ts'
import { ACCOUNT_TEXTS } from '../../texts/account.ts'
import { TEXTS } from '../../texts/app.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { DensityChoice } from './DensityChoice.tsx'
import { NoticeHistory } from './NoticeHistory.tsx'

/** Opens the dialog in which people change their own password. */
export function openChangePassword(dialogs: Dialogs): void {
  const onDone = (close: () => void) => () => {
    close()
    dialogs.notify('success', ACCOUNT_TEXTS.done)
  }
  dialogs.open({
    title: TEXTS.account.changePassword,
    content: (close) => <ChangePasswordForm onDone={onDone(close)} />,
  })
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
    title: TEXTS.account.notices,
    content: () => <NoticeHistory dialogs={dialogs} />,
  })
}
