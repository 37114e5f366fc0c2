import { useQuery } from '@tanstack/react-query'
import { useApp } from '../app-parts.ts'
import { hasStatus } from './api-error.ts'
import type { ApiClient } from './client.ts'
import { SuppressWindow } from './shapes.ts'

const path = '/api/settings/suppress-window'
const olderPath = '/api/admin/settings/suppress-window'

/** GET the suppression window; the older path only where the hub does not know the newer. */
export async function fetchSuppressWindow(
  api: ApiClient,
  signal?: AbortSignal,
): Promise<SuppressWindow> {
  try {
    return await api({ path, shape: SuppressWindow, signal })
  } catch (problem) {
    if (!hasStatus(problem, 404) && !hasStatus(problem, 405)) throw problem
    return api({ path: olderPath, shape: SuppressWindow, signal })
  }
}

/** The suppression window; only administrators may ask for it. */
export function useSuppressWindow() {
  const { api } = useApp()
  return useQuery({
    queryKey: ['suppress-window'],
    queryFn: ({ signal }) => fetchSuppressWindow(api, signal),
  })
}
