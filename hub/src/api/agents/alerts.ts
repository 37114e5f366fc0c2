import { AlertList } from '@vehicle-control/protocol'
import { currentAlerts } from '../../alerts/alerts.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'

export const alertCalls = [
  declareCall({
    id: 'listAlerts',
    method: 'GET',
    path: '/api/alerts',
    who: EVERY_ACCOUNT,
    summary: 'What a person should look at',
    answer: AlertList,
    async handle(_, { readOnly, presence, now }) {
      return { alerts: await currentAlerts(readOnly, presence, now()) }
    },
  }),
]
