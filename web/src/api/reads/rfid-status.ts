import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiClient } from '../http/client.ts'
import { RFID_KEY } from '../live-keys.ts'
import { RfidStatus } from './shapes.ts'

/** `rfid:status` events write into the same cache entry (LiveLink.tsx). */
export function rfidStatusQuery(api: ApiClient) {
  return queryOptions({
    queryKey: [RFID_KEY, 'status'],
    queryFn: ({ signal }) => api({ path: '/api/rfid/status', shape: RfidStatus, signal }),
  })
}

/** The state of all readers together. */
export function useRfidStatus(api: ApiClient) {
  return useQuery(rfidStatusQuery(api))
}
