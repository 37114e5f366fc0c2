import { QueryClient } from '@tanstack/react-query'
import { type PersonHolder, onLogout } from '../../browser/on-logout.ts'
import { ApiError } from './api-error.ts'

const clients = new WeakMap<PersonHolder, QueryClient>()

/**
 * The cache of server data, one a session. A call that failed is made once more, unless the hub
 * refused it. Created on first use: the login page does without this library.
 */
export function queriesOf({ session }: { session: PersonHolder }): QueryClient {
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
  // The next person may not be allowed to see what this one was.
  onLogout(session, () => client.clear())
  return client
}
