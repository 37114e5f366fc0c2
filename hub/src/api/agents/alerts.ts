import { AGENT_LISTS_SHARED_MS, AlertList } from '@vehicle-control/protocol'
import { currentAlerts } from '../../alerts/alerts.ts'
import { redactDetail } from '../../alerts/alert-kinds.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'

export const alertCalls = [
  declareCall({
    id: 'listAlerts',
    method: 'GET',
    path: '/api/alerts',
    who: EVERY_ACCOUNT,
    // When many agents come and go, every screen asks at the same moment.
    sharedForMs: AGENT_LISTS_SHARED_MS,
    summary: 'What a person should look at; a kiosk account is not told what devices say of it',
    answer: AlertList,
    async handle(_, { readOnly, presence, now, settings }) {
      const { offline_alert_minutes } = settings.current
      return { alerts: await currentAlerts(readOnly, presence, now(), offline_alert_minutes) }
    },
    forKiosks: ({ alerts }) => ({ alerts: alerts.map(redactDetail) }),
  }),
]
