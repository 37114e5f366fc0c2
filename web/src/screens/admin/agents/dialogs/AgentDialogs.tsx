import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import { Modal } from '@mantine/core'
import type { AgentDetail } from '@vehicle-control/protocol'
import { setNonce } from 'get-nonce'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { readStyleNonce } from '../../../../components/theme.ts'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import '../../../../dialogs/surface.css'
import { placeOf } from '../../../../map/coordinates.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { EditAgentForm } from '../edit/EditAgentForm.tsx'
import { ConfigPanel, type ShownConfig } from '../keys/ConfigPanel.tsx'
import { RotateForm } from '../keys/RotateForm.tsx'
import { LocateAgent } from '../locate/LocateAgent.tsx'
import { LocateForm } from '../locate/LocateForm.tsx'
import type { OpenDialog } from './dialog-state.ts'

interface AgentDialogsProps {
  dialog: OpenDialog
  /** All agents, for the map. */
  agents: readonly AgentDetail[]
  onOpen: (dialog: OpenDialog | null) => void
}

/** The dialog that is open; its code is loaded with the first one. */
export function AgentDialogs({ dialog, agents, onOpen }: AgentDialogsProps) {
  const dialogs = useDialogs()
  useFocusReturn()
  const close = () => onOpen(null)
  const done = (text: string) => {
    close()
    dialogs.notify('success', text)
  }
  const own = 'agent' in dialog ? dialog.agent.code : null
  const others = useMemo(
    () => agents.flatMap((agent) => (agent.code === own ? [] : (placeOf(agent) ?? []))),
    [agents, own],
  )
  switch (dialog.kind) {
    case 'edit': {
      const { agent } = dialog
      return (
        <AgentDialog title={DEVICE_TEXTS.edit.title(agent.code)} onClose={close}>
          <EditAgentForm
            agent={agent}
            onCancel={close}
            onSaved={() => done(AGENTS_TEXTS.saved(agent.name))}
          />
        </AgentDialog>
      )
    }
    case 'locate': {
      const { agent } = dialog
      return (
        <AgentDialog title={DEVICE_TEXTS.locate.title} isWide onClose={close}>
          <LocateAgent
            agent={agent}
            others={others}
            onCancel={close}
            onSaved={(isRemoved) =>
              done(AGENTS_TEXTS[isRemoved ? 'unlocated' : 'located'](agent.name))
            }
          />
        </AgentDialog>
      )
    }
    case 'pick':
      return (
        <AgentDialog title={DEVICE_TEXTS.locate.title} isWide onClose={close}>
          <LocateForm
            from={dialog.from}
            others={others}
            isBusy={false}
            saveLabel={DEVICE_TEXTS.locate.use}
            onCancel={close}
            onSave={(place) => {
              dialog.onPick(place)
              close()
            }}
            onRemove={
              dialog.from
                ? () => {
                    dialog.onPick(null)
                    close()
                  }
                : undefined
            }
          />
        </AgentDialog>
      )
    case 'rotate': {
      const { agent } = dialog
      return (
        <AgentDialog title={DEVICE_TEXTS.rotate.title(agent.name)} onClose={close}>
          <RotateForm
            code={agent.code}
            onCancel={close}
            onRotated={(apiKey, isRevoked) =>
              onOpen({
                kind: 'config',
                config: {
                  device: { code: agent.code, name: agent.name, location: agent.location ?? '' },
                  secret: { kind: 'key', apiKey },
                  keyBefore: isRevoked ? 'revoked' : 'kept',
                },
              })
            }
          />
        </AgentDialog>
      )
    }
    case 'config':
      return <ConfigDialog config={dialog.config} onClose={close} />
  }
}

/** Asks before it closes on a key that nobody has copied or downloaded. */
function ConfigDialog({ config, onClose }: { config: ShownConfig; onClose: () => void }) {
  const dialogs = useDialogs()
  const [isTaken, setTaken] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    if (isAsking) return
    if (config.secret.kind === 'token' || isTaken) return onClose()
    setAsking(true)
    const { leave: text, leaveDetail: detail } = DEVICE_TEXTS.config
    const isSure = await dialogs.confirm({ text, detail, isLoss: true })
    setAsking(false)
    if (isSure) onClose()
  }
  const { name, code } = config.device
  return (
    <AgentDialog
      title={DEVICE_TEXTS.config.title(name || code)}
      isAsking={isAsking}
      onClose={() => void leave()}
    >
      <ConfigPanel config={config} onTaken={() => setTaken(true)} />
    </AgentDialog>
  )
}

/** Returns the focus to the element that had it at mounting, once all dialogs are closed. */
function useFocusReturn(): void {
  const [origin] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (origin instanceof HTMLElement && !document.querySelector('[role=dialog]')) {
          origin.focus()
        }
      })
    },
    [origin],
  )
}

// The page behind a dialog is kept from scrolling by a style tag, which needs the nonce of the
// page's policy.
setNonce(readStyleNonce())

interface AgentDialogProps {
  title: string
  isWide?: boolean
  /** A question is open above it, to which Escape belongs. */
  isAsking?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog of the agents' tab, for as long as it is mounted. */
function AgentDialog(props: AgentDialogProps) {
  const { title, isWide = false, isAsking = false, onClose, children } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={isWide ? 'xl' : 'lg'}
      centered
      attributes={{ header: { role: 'presentation' } }}
      closeOnEscape={!isAsking}
      // A click beside it must not lose what was typed, or a key.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': DEVICE_TEXTS.close }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  )
}
