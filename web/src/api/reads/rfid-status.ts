import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ApiClient } from '../http/client.ts'
import { RfidStatus } from './shapes.ts'

/** `rfid:status` events write into the same cache entry (LiveLink.tsx). */
export function rfidStatusQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['rfid', 'status'],
    queryFn: ({ signal }) => api({ path: '/api/rfid/status', shape: RfidStatus, signal }),
  })
}

/** The state of all readers together. */
export function useRfidStatus(api: ApiClient) {
  return useQuery(rfidStatusQuery(api))
}
