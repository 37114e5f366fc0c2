import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AgentRelays, RelayCommand } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { COMMANDS_KEY } from '../live-keys.ts'
import { RelayCommandList } from './shapes.ts'

/** The parts of the app that commands are asked for with. */
export interface CommandListParts {
  api: ApiClient
  serverClock: { readonly now: () => number }
}

/**
 * Commands, newest first, with a moment of the hub's clock up to which they certainly hold all
 * results.
 */
export interface ListedCommands {
  readonly commands: readonly RelayCommand[]
  /** What the agent reports of its relays; null or absent where it reports nothing. */
  readonly relays?: AgentRelays | null | undefined
  readonly askedAt: number
}

/** The beginning of the keys of all lists of an agent's commands. */
export function commandsKey(code: string) {
  return [COMMANDS_KEY, code] as const
}

/** GET /api/agents/{code}/commands: the newest `limit` of them. */
export function commandListQuery(
  { api, serverClock }: CommandListParts,
  code: string,
  limit: number,
) {
  return queryOptions({
    queryKey: [...commandsKey(code), limit],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<ListedCommands> => {
      const askedAt = serverClock.now()
      const path = `/api/agents/${encodeURIComponent(code)}/commands?limit=${limit}`
      const answer = await api({ path, shape: RelayCommandList, rows: 'commands', signal })
      return { commands: answer.commands, relays: answer.relays, askedAt }
    },
  })
}
