import type { AgentDetail } from '@vehicle-control/protocol'
import { useApp } from '../../../../app-parts.ts'
import { formatCount } from '../../../../site-time/site-time.ts'
import { AGENTS_TEXTS } from '../../../../texts/admin/admin-agents.ts'
import { healthOf } from './agent-health.ts'
import { type HealthNote, worstNotes } from './health-note.ts'
import { runsAnother } from './other-version.ts'
import classes from './health-notes.module.css'

const WORDS = AGENTS_TEXTS.health
const SHAPES = { bad: '◆', warn: '▲', quiet: '' } as const
const LOOKS = { bad: 'bad strong', warn: 'warn', quiet: 'muted' } as const

interface HealthNotesProps {
  agent: AgentDetail
  /** Null while it is not known. */
  hubVersion: string | null
}

/**
 * The health of an agent, in words that say what to do: the worst at once, the others on a click.
 */
export function HealthNotes({ agent, hubVersion }: HealthNotesProps) {
  const { serverClock } = useApp()
  const notes = healthOf(agent, serverClock.now())
  const isGood = notes.every(({ tone }) => tone === 'quiet') && agent.version !== null
  const { worst, others } = worstNotes(notes)
  return (
    <div className={classes.health}>
      {isGood && (
        <p data-tone="quiet" className={LOOKS.quiet}>
          {WORDS.good}
        </p>
      )}
      {worst.length > 0 && <NoteList notes={worst} />}
      {others.length > 0 && (
        <details>
          <summary>{WORDS.more(formatCount(others.length))}</summary>
          <NoteList notes={others} />
        </details>
      )}
      {agent.version !== null && <Version agent={agent} hubVersion={hubVersion} />}
    </div>
  )
}

function Version({ agent, hubVersion }: HealthNotesProps) {
  const version = agent.version ?? ''
  if (!runsAnother(agent, hubVersion))
    return (
      <p data-tone="quiet" className={LOOKS.quiet}>
        {WORDS.version(version)}
      </p>
    )
  return (
    <p data-tone="warn" className={LOOKS.warn}>
      <span aria-hidden>{SHAPES.warn} </span>
      {WORDS.otherVersion(version, hubVersion ?? '')}
    </p>
  )
}

function NoteList({ notes }: { notes: readonly HealthNote[] }) {
  return (
    <ul>
      {notes.map(({ tone, text }) => (
        <li key={text} data-tone={tone} className={LOOKS[tone]}>
          {SHAPES[tone] && <span aria-hidden>{SHAPES[tone]} </span>}
          {text}
        </li>
      ))}
    </ul>
  )
}
