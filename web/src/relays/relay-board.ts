import type { ListedCommands } from '../api/commands/command-list.ts'
import type { CommandAck } from '../live/later-events.ts'
import { RELAY_PINS, type RelayKey, relayKey } from './relay-key.ts'
import { createRelayLine, type RelayLine, type RelayLineOptions } from './relay-line.ts'

/** All relays of an agent. */
export interface RelayBoard {
  /** The same line at every call. */
  line(relay: RelayKey): RelayLine
  /** Takes an ack; one with neither relay nor id belongs to the pending command. */
  takeAck(ack: CommandAck): void
  takeHistory(listed: ListedCommands): void
}

/** All off, until an ack or the history says otherwise. */
export function createRelayBoard(options: RelayLineOptions): RelayBoard {
  const lines = new Map<RelayKey, RelayLine>()
  let last: ListedCommands | null = null
  const lineOf = (relay: RelayKey) => {
    const known = lines.get(relay)
    if (known) return known
    const line = createRelayLine(relay, options)
    lines.set(relay, line)
    if (last) takeHistory(relay, line, last)
    return line
  }
  for (const pin of RELAY_PINS) lineOf(pin)
  const lineOfAck = (ack: CommandAck) => {
    const relay = relayKey(ack)
    if (relay !== undefined) return lines.get(relay)
    if (ack.pin !== null) return undefined
    const all = [...lines.values()]
    const { id } = ack
    if (id !== null) return all.find((line) => line.knows(id))
    return all.find((line) => line.state.get().pending !== null)
  }
  return {
    line: lineOf,
    takeAck: (ack) => lineOfAck(ack)?.takeAck(ack),
    takeHistory(listed) {
      last = listed
      for (const [relay, line] of lines) takeHistory(relay, line, listed)
    },
  }
}

function takeHistory(
  relay: RelayKey,
  line: RelayLine,
  { commands, askedAt }: ListedCommands,
): void {
  line.takeHistory({ askedAt, commands: commands.filter((one) => relayKey(one) === relay) })
}
