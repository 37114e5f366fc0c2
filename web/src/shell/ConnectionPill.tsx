import { IconRefresh } from '@tabler/icons-react'
import { useRfidStatus } from '../api/reads/rfid-status.ts'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { StateMark, type StateTone } from '../components/StateMark.tsx'
import type { ConnectionPhase } from '../live/connection.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { TEXTS } from '../texts/app.ts'
import classes from './shell.module.css'

const WORDS = TEXTS.connection
const SHOWN = {
  connected: { tone: 'good', word: WORDS.connected },
  reconnecting: { tone: 'warn', word: WORDS.reconnecting },
  disconnected: { tone: 'bad', word: WORDS.disconnected },
} as const satisfies Record<ConnectionPhase, { tone: StateTone; word: string }>
const NO_READERS = { tone: 'bad', word: WORDS.noReaders } as const

/**
 * The worse of two states: of the link to the hub, where a loss of a few seconds does not show, and
 * of the readers behind it. After a long loss it has a button to reconnect.
 */
export function ConnectionPill() {
  const { connection } = useLiveLink()
  const phase = useStore(connection.state, (state) => state.phase)
  const readers = useRfidStatus(useApp().api).data
  const hasReaders = phase !== 'connected' || readers?.connected !== false
  const pill = phase && (hasReaders ? SHOWN[phase] : NO_READERS)
  return (
    <div className={classes.pill}>
      {/* Spoken.tsx says it aloud. */}
      <output aria-label={WORDS.label} aria-live="off">
        {pill && <StateMark tone={pill.tone}>{pill.word}</StateMark>}
      </output>
      {phase === 'disconnected' && (
        <button
          type="button"
          aria-label={WORDS.reconnect}
          title={WORDS.reconnect}
          onClick={() => connection.reconnect()}
        >
          <IconRefresh size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
