import type { AgentRelays } from '@vehicle-control/protocol'
import { useState } from 'react'
import { StateMark } from '../components/StateMark.tsx'
import { RELAY_TEXTS } from '../texts/relays.ts'
import { createDurations, type Durations } from './durations.ts'
import { relaysState } from './relays-state.ts'
import { RelayRow } from './RelayRow.tsx'
import { namedRelays, RELAY_PINS, type RelayKey } from './relay-key.ts'
import { type RelayAgent, useRelayBoard, useRelayHindrance } from './use-relay-board.ts'
import classes from './relays.module.css'

interface RelayPanelProps {
  agent: RelayAgent
  title?: string
  /** Absent: for as long as the panel stands. */
  durations?: Durations
}

/** The relays of an agent, for people who may switch them. */
export function RelayPanel({ agent, title = RELAY_TEXTS.title, durations }: RelayPanelProps) {
  const [own] = useState(createDurations)
  const { board, isPending, ...listed } = useRelayBoard(agent.code)
  const hindrance = useRelayHindrance(agent)
  const relays = agent.relays ?? listed.relays
  // A driver with a fault names none of its relays.
  const pins =
    relays?.error === null ? RELAY_PINS.filter((pin) => relays.pins.includes(pin)) : RELAY_PINS
  // A relay that goes away again would put the other one under a finger: until it is known which
  // there are, they have but their room, so that nothing moves as they come.
  const isKnown = relays != null || !isPending
  const named = relays ? namedRelays(relays) : []
  // Those with a name stand below, whatever the width.
  const lists: { relay: RelayKey; unknown?: string | undefined }[][] = [
    pins.map((relay) => ({ relay })),
    named.map(({ name, error }) => ({ relay: name, unknown: error })),
  ].filter((rows) => rows.length > 0)
  if (lists.length === 0) {
    return (
      <section aria-label={title}>
        <h3 className="heading">{title}</h3>
        <p className="hint">{RELAY_TEXTS.none}</p>
      </section>
    )
  }
  return (
    <section aria-label={title}>
      <h3 className="heading">{title}</h3>
      <output className={`${classes.hindrance} wraps`}>
        {hindrance === null ? (
          relays && <RelaysNote relays={relays} />
        ) : (
          <StateMark tone="bad">{hindrance}</StateMark>
        )}
      </output>
      {lists.map((rows) => (
        <ul key={rows[0]?.relay} className={classes.relays} data-waiting={!isKnown || undefined}>
          {rows.map(({ relay, unknown }) => (
            <RelayRow
              key={relay}
              relay={relay}
              line={board.line(relay)}
              unknown={unknown}
              agentName={agent.name}
              durations={durations ?? own}
              isHindered={hindrance !== null}
            />
          ))}
        </ul>
      ))}
    </section>
  )
}

/**
 * What the agent says of its relays where they cannot move. The switches stay: what it said may be
 * out of date, and only the agent knows whether a relay moves.
 */
function RelaysNote({ relays }: { relays: AgentRelays }) {
  const { tone, state } = relaysState(relays)
  return (tone === 'warn' || tone === 'bad') && <StateMark tone={tone}>{state}</StateMark>
}
