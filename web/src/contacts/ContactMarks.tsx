import { Box } from '@mantine/core'
import type { AgentContacts } from '@vehicle-control/protocol'
import { StateMark } from '../components/StateMark.tsx'
import { CONTACT_TEXTS } from '../texts/contacts.ts'
import { contactWords } from './contact-words.ts'

interface ContactMarksProps {
  contacts: AgentContacts
  className?: string | undefined
}

/** Each barrier and loop of a gate with its state as shape, colour and words. */
export function ContactMarks({ contacts, className = '' }: ContactMarksProps) {
  return (
    <Box
      component="ul"
      className={`wrap ${className}`}
      data-gap="lines"
      data-align="baseline"
      aria-label={CONTACT_TEXTS.label}
      fz="0.875rem"
      lh={1.35}
    >
      {contactWords(contacts).map(({ tone, text }) => (
        <li key={text} title={text}>
          {tone === 'quiet' ? (
            <span className="muted">
              <span aria-hidden>○ </span>
              {text}
            </span>
          ) : (
            <StateMark tone={tone}>{text}</StateMark>
          )}
        </li>
      ))}
    </Box>
  )
}
