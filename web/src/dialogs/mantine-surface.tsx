import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications, notificationsStore } from '@mantine/notifications'
import { DIALOG_TEXTS } from '../texts/dialogs.ts'
import type { DialogSurface, NoticeTone } from './dialogs.ts'
import { EntryForm } from './EntryForm.tsx'
import { SurfaceView } from './SurfaceView.tsx'

const TITLES = DIALOG_TEXTS.titles
const LOOKS = {
  success: { title: TITLES.success, color: 'green', autoClose: 1800 },
  info: { title: TITLES.info, color: 'cobalt', autoClose: 2000 },
  warning: { title: TITLES.warning, color: 'yellow', autoClose: 2200 },
  error: { title: TITLES.error, color: 'red', autoClose: 8000 },
  toast: { title: undefined, color: 'green', autoClose: 2200 },
} as const satisfies Record<NoticeTone, unknown>

const MAX_SHOWN = 3

/** Mantine's dialogs and notices, in the words and times of the specification. */
export const mantineSurface: DialogSurface = {
  View: SurfaceView,
  show({ tone, text }) {
    notifications.show({
      ...LOOKS[tone],
      message: text,
      role: tone === 'error' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': DIALOG_TEXTS.close },
    })
    // The library would queue the newest notice, which matters more than the oldest one.
    const shown = notificationsStore.getState().notifications
    if (shown.length > MAX_SHOWN && shown[0]?.id) notifications.hide(shown[0].id)
  },
  ask: ({ text, detail, isRemoval, isLoss = isRemoval }) =>
    new Promise((resolve) => {
      modals.openConfirmModal({
        title: isRemoval ? TITLES.remove : TITLES.confirm,
        children: (
          <>
            <Text>{text}</Text>
            {detail && <Text fw={600}>{detail}</Text>}
          </>
        ),
        labels: {
          confirm: isRemoval ? DIALOG_TEXTS.confirmRemove : DIALOG_TEXTS.accept,
          cancel: DIALOG_TEXTS.cancel,
        },
        confirmProps: {
          ...(isRemoval && { color: 'red' }),
          'data-autofocus': !isLoss || undefined,
        },
        cancelProps: { 'data-autofocus': isLoss },
        onConfirm: () => resolve(true),
        onClose: () => resolve(false),
      })
    }),
  prompt: (entry) =>
    new Promise((resolve) => {
      const answer = (value: string | null) => {
        resolve(value)
        modals.close(id)
      }
      const id = modals.open({
        title: TITLES.prompt,
        children: <EntryForm entry={entry} onAnswer={answer} />,
        onClose: () => resolve(null),
      })
    }),
  open({ title, isWide, isFirm, isAtTop, isSheet, content }) {
    const size = isWide ? 'xl' : 'md'
    const id = modals.open({
      title,
      size,
      ...(isAtTop && { centered: false }),
      ...(isSheet && { className: 'dialog-sheet' }),
      ...(isFirm && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false }),
      children: content(() => modals.close(id)),
    })
  },
}
