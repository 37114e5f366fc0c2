import { StateMark } from '../../../../../components/StateMark.tsx'
import { RELAY_TEXTS } from '../../../../../texts/admin-control.ts'
import { RelayRow } from './RelayRow.tsx'
import { RELAY_PINS } from './relay-board.ts'
import { type RelayAgent, useRelayBoard, useRelayHindrance } from './use-relay-board.ts'
import classes from './relays.module.css'

/** The relays of an agent, for people who may switch them. */
export function RelayPanel({ agent }: { agent: RelayAgent }) {
  const board = useRelayBoard(agent.code)
  const hindrance = useRelayHindrance(agent)
  return (
    <section className={classes.panel} aria-label={RELAY_TEXTS.title}>
      <h3>{RELAY_TEXTS.title}</h3>
      <output className={classes.hindrance}>
        {hindrance !== null && <StateMark tone="bad">{hindrance}</StateMark>}
      </output>
      <ul className={classes.relays}>
        {RELAY_PINS.map((pin) => (
          <RelayRow
            key={pin}
            pin={pin}
            line={board.line(pin)}
            agentName={agent.name}
            isHindered={hindrance !== null}
          />
        ))}
      </ul>
    </section>
  )
}
