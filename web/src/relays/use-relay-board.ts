import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgentRelays } from '@vehicle-control/protocol'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { agentStatusQuery } from '../api/agents/agent-lists.ts'
import { commandListQuery } from '../api/commands/command-list.ts'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { RELAY_TEXTS } from '../texts/relays.ts'
import { relayBoardOf } from './boards.ts'
import type { RelayBoard } from './relay-board.ts'

/**
 * How many commands are fetched, so that the last of both relays is certainly among them: one may
 * have been on for ten minutes, while the other opens for a car every ten seconds.
 */
export const RESTORED_COMMANDS = 100

interface ShownRelays {
  board: RelayBoard
  /** Null or undefined where the agent reports nothing, or the hub did not answer. */
  relays: AgentRelays | null | undefined
  /** The hub has not said yet which relays there are. */
  isPending: boolean
}

/** The relays of an agent, in the state according to the hub's list and the events since. */
export function useRelayBoard(code: string): ShownRelays {
  const app = useApp()
  const link = useLiveLink()
  const queries = useQueryClient()
  const board = useMemo(
    () => relayBoardOf(code, { app, link, queries }),
    [code, app, link, queries],
  )
  const query = useQuery(commandListQuery(app, code, RESTORED_COMMANDS))
  const { data, isPlaceholderData, isPending, failureCount } = query
  useEffect(() => {
    if (data && !isPlaceholderData) board.takeHistory(data)
  }, [board, data, isPlaceholderData])
  const relays = isPlaceholderData ? undefined : data?.relays
  return { board, relays, isPending: isPending && failureCount === 0 }
}

/** Why the relays of an agent cannot be switched now, in words; null: they can. */
export function useRelayHindrance(agent: RelayAgent): string | null {
  const app = useApp()
  const { agents, connection } = useLiveLink()
  const isLinked = useStore(connection.state, (state) => state.connected)
  const { data } = useQuery(agentStatusQuery(app))
  useEffect(() => data && agents.takeStatus(data), [agents, data])
  const subscribe = useCallback((run: () => void) => agents.subscribe(run), [agents])
  const known = useSyncExternalStore(subscribe, () => agents.get(agent.code))
  if (!isLinked) return RELAY_TEXTS.hubAway
  if (agent.quarantine !== null) return RELAY_TEXTS.quarantined
  return (known?.connected ?? agent.connected) ? null : RELAY_TEXTS.agentAway
}

/** The agent that relays are of. */
export interface RelayAgent {
  readonly code: string
  readonly name: string
  readonly connected: boolean
  readonly quarantine: object | null
  /** What it reports of its relays; null or absent where it reports nothing. */
  readonly relays?: AgentRelays | null
}
