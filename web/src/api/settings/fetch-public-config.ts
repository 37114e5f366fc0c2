import type { ApiClient } from '../http/client.ts'
import { PublicConfig } from './shapes.ts'

/** Stands apart from its hook, since the login page does without the query library. */
export function fetchPublicConfig(api: ApiClient, signal?: AbortSignal): Promise<PublicConfig> {
  return api({ path: '/api/public-config', shape: PublicConfig, signal, isPublic: true })
}
