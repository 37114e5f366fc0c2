import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasStatus } from '../http/api-error.ts'
import type { ApiClient } from '../http/client.ts'
import { SuppressWindow } from './shapes.ts'

const PATH = '/api/settings/suppress-window'
const OLDER_PATH = '/api/admin/settings/suppress-window'

/** Asks the older path where the hub does not know the newer one. */
export function fetchSuppressWindow(api: ApiClient, signal?: AbortSignal): Promise<SuppressWindow> {
  return atEitherPath((path) => api({ path, shape: SuppressWindow, signal }))
}

/** Resolves to the window as it was stored: the hub keeps it within its bounds. */
export function saveSuppressWindow(api: ApiClient, ms: number): Promise<SuppressWindow> {
  return atEitherPath((path) => api({ method: 'PUT', path, body: { ms }, shape: SuppressWindow }))
}

export function suppressWindowQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['suppress-window'],
    queryFn: ({ signal }) => fetchSuppressWindow(api, signal),
    // «Config» of another browser sets it, too.
    refetchInterval: 20_000,
  })
}

/** Only administrators may ask for the suppression window. */
export function useSuppressWindow(api: ApiClient) {
  return useQuery(suppressWindowQuery(api))
}

async function atEitherPath<T>(call: (path: string) => Promise<T>): Promise<T> {
  try {
    return await call(PATH)
  } catch (problem) {
    if (!hasStatus(problem, 404) && !hasStatus(problem, 405)) throw problem
    return call(OLDER_PATH)
  }
}
