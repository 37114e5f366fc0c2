import { Box, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { AgentDetail } from '@vehicle-control/protocol'
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DEVICE_TEXTS } from '../../../texts/admin/admin-devices.ts'
import classes from './agents.module.css'
import type { OpenDialog } from './dialogs/dialog-state.ts'
import { CreateAgentForm } from './edit/CreateAgentForm.tsx'
import { EnrolForm, type Enrolment } from './enrol/EnrolForm.tsx'
import { TokenResult } from './enrol/TokenResult.tsx'

interface AgentPartsProps {
  agents: readonly AgentDetail[]
  /** The hub has no agents: making one is what there is to do. */
  hasNone: boolean
  onOpen: (dialog: OpenDialog) => void
  onCreated: (name: string) => void
}

/**
 * The two ways to make an agent, for administrators: folded where there are agents, whose table is
 * what people come for, and open where there are none.
 */
export function AgentParts({ agents, hasNone, onOpen, onCreated }: AgentPartsProps) {
  const codes = useMemo(() => new Set(agents.map(({ code }) => code.toLowerCase())), [agents])
  // The first agent leaves them open: somebody may be typing the second, or copying a token.
  const [hadNone, setHadNone] = useState(hasNone)
  if (hasNone && !hadNone) setHadNone(true)
  const wanted = useWantedPart()
  return (
    <div className={`${classes.parts} no-print`}>
      <Disclosure
        title={DEVICE_TEXTS.enrol.title}
        isOpenUnchosen={hadNone}
        isWanted={wanted === 'enrol'}
      >
        <EnrolPanel codes={codes} />
      </Disclosure>
      <Disclosure
        title={DEVICE_TEXTS.create.title}
        isOpenUnchosen={hadNone}
        isWanted={wanted === 'create'}
      >
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

/** The part that a link asks for, by `?inscribir=1` or `?nuevo=1`, once. */
function useWantedPart() {
  const [search, setSearch] = useSearchParams()
  const isAsked = (name: string) => search.get(name) === '1'
  const wanted = isAsked('inscribir') ? 'enrol' : isAsked('nuevo') ? 'create' : null
  const forget = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete('inscribir')
    rest.delete('nuevo')
    setSearch(rest, { replace: true })
  })
  useEffect(() => {
    if (wanted) forget()
  }, [wanted])
  return wanted
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
      <EnrolForm onMinted={take} onOtherKind={() => setEnrolment(null)} />
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
  /** Whether it is open as long as nobody opened or closed it. */
  isOpenUnchosen: boolean
  /** A link leads to this part, which opens and takes the focus. */
  isWanted: boolean
  children: ReactNode
}

/** A part of the tab that opens and closes; what was typed in it stays. */
function Disclosure({ title, isOpenUnchosen, isWanted, children }: DisclosureProps) {
  const id = useId()
  const [choice, setChoice] = useState<boolean | null>(isWanted || null)
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    if (isWanted) setChoice(true)
  }
  const isOpen = choice ?? isOpenUnchosen
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
          onClick={() => setChoice(!isOpen)}
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
