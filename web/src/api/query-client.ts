import { QueryClient } from '@tanstack/react-query'
import type { AppParts } from '../app-parts.ts'
import { ApiError } from './api-error.ts'
import type { Session } from './session.ts'

const clients = new WeakMap<Session, QueryClient>()

/**
 * An app's cache of server data, the same at every call: one more try, but never of an answer that
 * will not change. Made by who first asks, since the login page goes without this library.
 */
export function queriesOf({ session }: AppParts): QueryClient {
  const known = clients.get(session)
  if (known) return known
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchIntervalInBackground: false,
        retry: (failures, problem) =>
          failures < 1 && !(problem instanceof ApiError && problem.status >= 400),
      },
    },
  })
  clients.set(session, client)
  // What one person was allowed to see is none of the next one's business.
  session.state.subscribe(() => {
    if (session.state.get().token === null) client.clear()
  })
  return client
}
