import type { TodayResponse as Today } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { TodayResponse } from './shapes.ts'

/** The hub's counts of the site's day, and the entries that they hold. */
export function fetchToday(api: ApiClient, signal?: AbortSignal): Promise<Today> {
  return api({ path: '/api/rfid/stats/today', shape: TodayResponse, signal })
}
