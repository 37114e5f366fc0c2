import type { AgentDetail } from '@vehicle-control/protocol'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DEVICE_TEXTS } from '../../../texts/admin/admin-devices.ts'
import classes from './agents.module.css'
import type { OpenDialog } from './dialogs/dialog-state.ts'
import { Disclosure } from './Disclosure.tsx'
import { CreateAgentForm } from './edit/CreateAgentForm.tsx'
import { EnrolPanel } from './enrol/EnrolPanel.tsx'

interface AgentPartsProps {
  agents: readonly AgentDetail[]
  onOpen: (dialog: OpenDialog) => void
  onCreated: (name: string) => void
}

/** The two ways in which an agent comes to be, for administrators. */
export function AgentParts({ agents, onOpen, onCreated }: AgentPartsProps) {
  const codes = useMemo(() => new Set(agents.map(({ code }) => code.toLowerCase())), [agents])
  // On a phone the table would be far below both.
  const [isWide] = useState(() => window.matchMedia('(min-width: 62em)').matches)
  // Whoever comes to enrol finds that part open, and is put on it.
  const [search] = useSearchParams()
  const [isEnrolling] = useState(() => search.get('inscribir') === '1')
  return (
    <div className={classes.parts}>
      <Disclosure
        title={DEVICE_TEXTS.enrol.title}
        isOpenAtFirst={isWide || isEnrolling}
        isWanted={isEnrolling}
      >
        <EnrolPanel codes={codes} />
      </Disclosure>
      <Disclosure title={DEVICE_TEXTS.create.title} isOpenAtFirst={isWide}>
        <CreateAgentForm
          onPickPlace={(from, onPick) => onOpen({ kind: 'pick', from, onPick })}
          onCreated={(device, apiKey) => {
            onCreated(device.name)
            const secret = { kind: 'key', apiKey } as const
            onOpen({ kind: 'config', config: { device, secret, keyBefore: 'none' } })
          }}
        />
      </Disclosure>
    </div>
  )
}
