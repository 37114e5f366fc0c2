import { RfidStatus } from '@vehicle-control/protocol'
import { redactPath } from '../../bus/redact-path.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'

export const rfidStatusCalls = [
  declareCall({
    id: 'rfidStatus',
    method: 'GET',
    path: '/api/rfid/status',
    who: EVERY_ACCOUNT,
    summary: 'The readers of connected agents; a kiosk account is not told the path of one',
    answer: RfidStatus,
    handle: (_, { rfidStatus }) => rfidStatus(),
    forKiosks: redactPath,
  }),
]
