import { IconChevronDown } from '@tabler/icons-react'
import type { AgentContacts, AgentDetail } from '@vehicle-control/protocol'
import { useApp } from '../../../../app-parts.ts'
import { ContactMarks } from '../../../../contacts/ContactMarks.tsx'
import { formatCount } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { healthOf } from './agent-health.ts'
import { headOf, type HealthNote, worstFirst } from './health-note.ts'
import { runsAnother } from './other-version.ts'
import classes from './health-notes.module.css'

const WORDS = AGENTS_TEXTS.health
const SHAPES = { bad: '◆', warn: '▲', quiet: '', good: '●' } as const
const LOOKS = { bad: 'bad strong', warn: 'warn', quiet: 'muted', good: 'good strong' } as const

interface HealthNotesProps {
  agent: AgentDetail
  /** Null while it is not known. */
  hubVersion: string | null
  /** What its loops and barriers tell; undefined where it has none. */
  contacts: AgentContacts | undefined
}

/**
 * The health of an agent: its worst trouble on one chip, which opens to all, and what to do; below it
 * what its gate looks like.
 */
export function HealthNotes({ agent, hubVersion, contacts }: HealthNotesProps) {
  const { serverClock } = useApp()
  const notes = worstFirst([
    ...healthOf(agent, serverClock.now()),
    ...versionNotes(agent, hubVersion),
  ])
  const [worst] = notes
  if (!worst) return null
  const isGood = worst.tone === 'quiet' && agent.version !== null
  const tone = isGood ? 'good' : worst.tone
  const others = notes.filter((note) => note.tone !== 'quiet').length - 1
  return (
    <>
      <details className={classes.health}>
        <summary className={`${classes.chip} ${LOOKS[tone]}`}>
          {SHAPES[tone] && <span aria-hidden>{SHAPES[tone]}</span>}
          <span>
            {isGood ? WORDS.good : headOf(worst)}
            {others > 0 && ` ${WORDS.more(formatCount(others))}`}
          </span>
          <IconChevronDown size={16} aria-hidden />
        </summary>
        <ul>
          {notes.map((note) => (
            <li key={note.text} data-tone={note.tone} className={LOOKS[note.tone]}>
              {SHAPES[note.tone] && <span aria-hidden>{SHAPES[note.tone]} </span>}
              {note.text}
            </li>
          ))}
        </ul>
      </details>
      {contacts && <ContactMarks contacts={contacts} />}
    </>
  )
}

/** What release an agent runs; a trouble where the hub runs another. */
function versionNotes(agent: AgentDetail, hubVersion: string | null): readonly HealthNote[] {
  const { version } = agent
  if (version === null) return []
  return runsAnother(agent, hubVersion)
    ? [{ tone: 'warn', text: WORDS.otherVersion(version, hubVersion ?? '') }]
    : [{ tone: 'quiet', text: WORDS.version(version) }]
}
