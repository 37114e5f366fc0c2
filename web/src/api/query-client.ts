import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The cache of server data: one more try, but never of an answer that will not change. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
