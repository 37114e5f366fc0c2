import type { QueryClient } from '@tanstack/react-query'
import { commandsKey } from '../api/commands/command-list.ts'
import { commandRelay, newCommandId } from '../api/commands/relay-command.ts'
import type { AppParts } from '../app-parts.ts'
import { ackOf } from '../live/later-events.ts'
import type { LiveLink } from '../live/LiveLink.tsx'
import { createRelayBoard, type RelayBoard } from './relay-board.ts'

/** The parts of the app that relays are switched with. */
export type BoardParts = Pick<AppParts, 'api' | 'clock' | 'serverClock'>

type Boards = Map<string, RelayBoard>

const boards = new WeakMap<LiveLink, Boards>()

/**
 * The relays of an agent. They outlive the screen that shows them, as long as the link to the hub:
 * what was switched on here is also switched off from here.
 */
export function relayBoardOf(
  code: string,
  { app, link, queries }: { app: BoardParts; link: LiveLink; queries: QueryClient },
): RelayBoard {
  const ofLink = boards.get(link) ?? follow(link, queries)
  const known = ofLink.get(code)
  if (known) return known
  const board = createRelayBoard({
    send: (order, elapsed, signal) => commandRelay(app.api, code, { ...order, elapsed }, signal),
    clock: app.clock,
    monotonic: () => performance.now(),
    serverNow: app.serverClock.now,
    newId: newCommandId,
    onSilent: () => void queries.invalidateQueries({ queryKey: commandsKey(code) }),
    // A hub that hangs keeps its sockets open: the page would say «Conectado» until a ping is missed.
    onUnanswered: () => link.connection.state.get().connected && link.connection.reconnect(),
  })
  ofLink.set(code, board)
  return board
}

function follow(link: LiveLink, queries: QueryClient): Boards {
  const ofLink: Boards = new Map()
  boards.set(link, ofLink)
  link.feed.subscribe((events) => {
    const acked = new Set<string>()
    for (const one of events) {
      const ack = ackOf(one)
      if (!ack) continue
      ofLink.get(ack.code)?.takeAck(ack)
      acked.add(ack.code)
    }
    // Fetched again, since only the list says who gave the command.
    for (const code of acked) void queries.invalidateQueries({ queryKey: commandsKey(code) })
  })
  return ofLink
}
