import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/notifications/styles.css'
import './surface.css'
import { ModalsProvider } from '@mantine/modals'
import { cleanNotifications, cleanNotificationsQueue, Notifications } from '@mantine/notifications'
import { setNonce } from 'get-nonce'
import { useEffect } from 'react'
import { readStyleNonce } from '../components/theme.ts'
import { DIALOG_TEXTS } from '../texts/dialogs.ts'

// The page behind a dialog is kept from scrolling by a style tag, which the policy wants marked.
setNonce(readStyleNonce())

const MODAL_PROPS = {
  centered: true,
  closeButtonProps: { 'aria-label': DIALOG_TEXTS.close },
}

/** Mantine's places for dialogs and notices; nothing of them is loaded before the first. */
export function SurfaceView() {
  // The library keeps notices outside React, where the next person's would find them.
  useEffect(
    () => () => {
      cleanNotificationsQueue()
      cleanNotifications()
    },
    [],
  )
  return (
    <>
      <ModalsProvider modalProps={MODAL_PROPS} />
      <Notifications position="top-right" containerWidth={360} />
    </>
  )
}
