import { RELAY_TEXTS } from '../texts/relays.ts'
import { RelayPanel } from './RelayPanel.tsx'
import classes from './gate-relays.module.css'

/** The agent at a gate. */
export interface Gate {
  readonly code: string
  readonly name: string
}

/**
 * The relays of a gate in a dialog. Only its code and name are known here: the hub refuses what it
 * knows better. A second tap of the finger that opened the dialog switches nothing.
 */
export function GateRelays({ gate: { code, name } }: { gate: Gate }) {
  return (
    <div className={classes.gate}>
      <RelayPanel
        title={RELAY_TEXTS.openOf(name)}
        agent={{ code, name, connected: true, quarantine: null }}
      />
    </div>
  )
}
