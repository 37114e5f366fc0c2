import { RfidStatus } from '@vehicle-control/protocol'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'

export const rfidStatusCalls = [
  declareCall({
    id: 'rfidStatus',
    method: 'GET',
    path: '/api/rfid/status',
    who: EVERY_ACCOUNT,
    summary: 'The readers of connected agents',
    answer: RfidStatus,
    handle: (_, { rfidStatus }) => rfidStatus(),
  }),
]
