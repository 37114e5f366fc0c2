import { useStore } from '../browser/external-store.ts'
import type { ConnectionPhase } from '../live/connection.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { TEXTS } from '../texts/app.ts'
import { StateMark, type StateTone } from '../components/StateMark.tsx'
import classes from './shell.module.css'

const SHOWN = {
  connected: { tone: 'good', word: TEXTS.connection.connected },
  reconnecting: { tone: 'warn', word: TEXTS.connection.reconnecting },
  disconnected: { tone: 'bad', word: TEXTS.connection.disconnected },
} as const satisfies Record<ConnectionPhase, { tone: StateTone; word: string }>

/** The state of the link to the hub; a loss of a few seconds does not show. */
export function ConnectionPill() {
  const { connection } = useLiveLink()
  const phase = useStore(connection.state, (state) => state.phase)
  const pill = phase && SHOWN[phase]
  return (
    <output className={classes.pill} aria-label={TEXTS.connection.label}>
      {pill && <StateMark tone={pill.tone}>{pill.word}</StateMark>}
    </output>
  )
}
