import { useQuery } from '@tanstack/react-query'
import { hasStatus } from '../http/api-error.ts'
import type { ApiClient } from '../http/client.ts'
import { SuppressWindow } from './shapes.ts'

const PATH = '/api/settings/suppress-window'
const OLDER_PATH = '/api/admin/settings/suppress-window'

/** Asks the older path where the hub does not know the newer one. */
export async function fetchSuppressWindow(
  api: ApiClient,
  signal?: AbortSignal,
): Promise<SuppressWindow> {
  try {
    return await api({ path: PATH, shape: SuppressWindow, signal })
  } catch (problem) {
    if (!hasStatus(problem, 404) && !hasStatus(problem, 405)) throw problem
    return api({ path: OLDER_PATH, shape: SuppressWindow, signal })
  }
}

/** Only administrators may ask for the suppression window. */
export function useSuppressWindow(api: ApiClient) {
  return useQuery({
    queryKey: ['suppress-window'],
    queryFn: ({ signal }) => fetchSuppressWindow(api, signal),
  })
}
