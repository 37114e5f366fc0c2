import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Notification.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/notifications/styles.css'
import './surface.css'
import { ModalsProvider, type ModalsProviderProps } from '@mantine/modals'
import { cleanNotifications, cleanNotificationsQueue, Notifications } from '@mantine/notifications'
import { setNonce } from 'get-nonce'
import { useEffect, useState } from 'react'
import { readStyleNonce } from '../components/theme.ts'
import { DIALOG_TEXTS } from '../texts/dialogs.ts'

// The page behind a dialog is kept from scrolling by a style tag, which needs the nonce of the
// page's policy.
setNonce(readStyleNonce())

function modalProps(): ModalsProviderProps['modalProps'] {
  let isGoing = false
  return {
    centered: true,
    transitionProps: {
      // The library's own, which are replaced as a whole.
      duration: 200,
      transition: 'fade-down',
      onEnter: () => void (isGoing = false),
      onExit: () => void (isGoing = true),
      onExited: () => void (isGoing = false),
    },
    // The second press of a double click would give the focus to a button that is about to go.
    onMouseDown: (event) => {
      if (isGoing) event.preventDefault()
    },
    // A dialog's head is none of the page's landmarks.
    attributes: { header: { role: 'presentation' } },
    closeButtonProps: { 'aria-label': DIALOG_TEXTS.close },
  }
}

/** Mantine's places for dialogs and notices; they are loaded with the first dialog or notice. */
export function SurfaceView() {
  const [props] = useState(modalProps)
  // The library keeps notices outside React: without this the next person would see them.
  useEffect(
    () => () => {
      cleanNotificationsQueue()
      cleanNotifications()
    },
    [],
  )
  return (
    <>
      <ModalsProvider modalProps={props} />
      <Notifications position="top-right" containerWidth={360} />
    </>
  )
}
