import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/CloseButton.css'
import '../../../../dialogs/surface.css'
import { Modal } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { useState } from 'react'
import { readStyleNonce } from '../../../../components/theme.ts'
import { DIALOG_TEXTS } from '../../../../texts/dialogs.ts'
import { IMPORT_TEXTS as TEXTS } from '../../../../texts/admin/admin-import.ts'
import { ImportSteps } from './ImportSteps.tsx'

// The page behind a dialog is kept from scrolling by a style tag, which needs the nonce of the
// page's policy.
setNonce(readStyleNonce())

interface ImportDialogProps {
  file: File
  /** Lets the person pick another file. */
  onPick: () => void
  onClose: () => void
}

/** Imports a file of vehicles. It stays open while rows are sent, so that their result is seen. */
export function ImportDialog({ file, onPick, onClose }: ImportDialogProps) {
  const [isSending, setSending] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXTS.title}
      size="lg"
      attributes={{ header: { role: 'presentation' } }}
      closeOnClickOutside={false}
      closeOnEscape={!isSending}
      withCloseButton={!isSending}
      closeButtonProps={{ 'aria-label': DIALOG_TEXTS.close }}
    >
      <ImportSteps
        key={`${file.name} ${file.lastModified} ${file.size}`}
        file={file}
        onSending={setSending}
        onPick={onPick}
        onClose={onClose}
      />
    </Modal>
  )
}
