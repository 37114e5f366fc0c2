import { ApiError } from './api-error.ts'
import { anyShape, type ApiClient } from './client.ts'

/** True where the hub answers; a proxy that says it is away counts as no answer. */
export async function isHubThere(api: ApiClient): Promise<boolean> {
  try {
    await api({ path: '/healthz', shape: anyShape, isPublic: true })
    return true
  } catch (problem) {
    return problem instanceof ApiError && problem.status > 0 && problem.status < 502
  }
}
