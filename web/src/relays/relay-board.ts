import type { RelayPin } from '@vehicle-control/protocol'
import type { ListedCommands } from '../api/commands/command-list.ts'
import type { CommandAck } from '../live/tolerant-events.ts'
import { createRelayLine, type RelayLine, type RelayLineOptions } from './relay-line.ts'

/** The pins of an agent's relays, as BCM numbers. */
export const RELAY_PINS: readonly RelayPin[] = [17, 27]

/** Both relays of an agent. */
export interface RelayBoard {
  line(pin: RelayPin): RelayLine
  /** Takes an ack; one with neither pin nor id belongs to the pending command. */
  takeAck(ack: CommandAck): void
  takeHistory(listed: ListedCommands): void
}

/** All off, until an ack or the history says otherwise. */
export function createRelayBoard(options: RelayLineOptions): RelayBoard {
  const lines = { 17: createRelayLine(17, options), 27: createRelayLine(27, options) }
  const pinOf = ({ pin, id }: CommandAck) => {
    const known = RELAY_PINS.find((one) => one === pin)
    if (known !== undefined || pin !== null) return known
    if (id !== null) return RELAY_PINS.find((one) => lines[one].knows(id))
    return RELAY_PINS.find((one) => lines[one].state.get().pending !== null)
  }
  return {
    line: (pin) => lines[pin],
    takeAck(ack) {
      const pin = pinOf(ack)
      if (pin !== undefined) lines[pin].takeAck(ack)
    },
    takeHistory({ commands, askedAt }) {
      for (const pin of RELAY_PINS) {
        lines[pin].takeHistory({ askedAt, commands: commands.filter((one) => one.pin === pin) })
      }
    },
  }
}
