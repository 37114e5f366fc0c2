import { RELAY_TEXTS } from '../texts/relays.ts'
import { RelayPanel } from './RelayPanel.tsx'
import type { Durations } from './durations.ts'
import classes from './gate-relays.module.css'

/** The agent at a gate. */
export interface Gate {
  readonly code: string
  readonly name: string
}

interface GateRelaysProps {
  gate: Gate
  /** Kept by who opens the dialog. */
  durations: Durations
}

/**
 * The relays of a gate in a dialog; the hub says which there are. A second tap of the finger that
 * opened the dialog switches nothing.
 */
export function GateRelays({ gate: { code, name }, durations }: GateRelaysProps) {
  return (
    <div className={classes.gate}>
      <RelayPanel
        title={RELAY_TEXTS.openOf(name)}
        agent={{ code, name, connected: true, quarantine: null }}
        durations={durations}
      />
    </div>
  )
}
