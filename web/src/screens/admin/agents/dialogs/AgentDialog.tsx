import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { Modal } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { readStyleNonce } from '../../../../components/theme.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import classes from './agent-dialog.module.css'

// The page behind a dialog is kept from scrolling by a style tag, which the policy wants marked.
setNonce(readStyleNonce())

interface AgentDialogProps {
  title: string
  isWide?: boolean
  /** A question stands above it: Escape is for that one. */
  isAsking?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog of the agents' tab, for as long as it is mounted. */
export function AgentDialog(props: AgentDialogProps) {
  const { title, isWide = false, isAsking = false, onClose, children } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      classNames={{ title: classes.title }}
      size={isWide ? 'xl' : 'lg'}
      centered
      closeOnEscape={!isAsking}
      // A click beside it must not cost what was typed, or a key.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': DEVICE_TEXTS.close }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  )
}
