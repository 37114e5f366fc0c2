import { Box, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { AgentDetail } from '@vehicle-control/protocol'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DEVICE_TEXTS } from '../../../texts/admin/admin-devices.ts'
import classes from './agents.module.css'
import type { OpenDialog } from './dialogs/dialog-state.ts'
import { CreateAgentForm } from './edit/CreateAgentForm.tsx'
import { EnrolForm, type Enrolment } from './enrol/EnrolForm.tsx'
import { TokenResult } from './enrol/TokenResult.tsx'

interface AgentPartsProps {
  agents: readonly AgentDetail[]
  onOpen: (dialog: OpenDialog) => void
  onCreated: (name: string) => void
}

/** The two ways to make an agent, for administrators. */
export function AgentParts({ agents, onOpen, onCreated }: AgentPartsProps) {
  const codes = useMemo(() => new Set(agents.map(({ code }) => code.toLowerCase())), [agents])
  // On a phone the table would be far below both.
  const [isWide] = useState(() => window.matchMedia('(min-width: 62em)').matches)
  // A link to enrol opens that part and gives it the focus.
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

/** Quick enrolment: a token, and how it gets to the device. */
function EnrolPanel({ codes }: { codes: ReadonlySet<string> }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  // Decided when the token was made: enrolling itself makes the agent.
  const [replaces, setReplaces] = useState(false)
  const take = (made: Enrolment) => {
    setReplaces(codes.has(made.device.code.toLowerCase()))
    setEnrolment(made)
  }
  return (
    <div className={classes.enrol}>
      <EnrolForm onMinted={take} />
      {enrolment && (
        <TokenResult
          key={enrolment.minted.token}
          enrolment={enrolment}
          replaces={replaces}
          onAgain={() => setEnrolment(null)}
        />
      )}
    </div>
  )
}

interface DisclosureProps {
  title: string
  isOpenAtFirst: boolean
  /** The page was opened for this part, which takes the focus. */
  isWanted?: boolean
  children: ReactNode
}

/** A part of the tab that opens and closes; what was typed in it stays. */
function Disclosure({ title, isOpenAtFirst, isWanted = false, children }: DisclosureProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const head = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWanted) head.current?.focus()
  }, [isWanted])
  return (
    <section className={`${classes.part} panel`} aria-label={title}>
      <h2>
        <UnstyledButton
          ref={head}
          className={classes.partHead}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={18} aria-hidden />
          {title}
        </UnstyledButton>
      </h2>
      <Box id={id} hidden={!isOpen} p="0.25rem 1rem 1rem">
        {children}
      </Box>
    </section>
  )
}
