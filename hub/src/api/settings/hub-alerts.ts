import { HubAlertList } from '@vehicle-control/protocol'
import { hubAlertsFor } from '../../bus/hub-alerts-for.ts'
import { declareCall } from '../http/call.ts'
import { PEOPLE } from '../http/callers.ts'

export const hubAlertCalls = [
  declareCall({
    id: 'listHubAlerts',
    method: 'GET',
    path: '/api/hub/alerts',
    who: PEOPLE,
    summary:
      'What is wrong with the hub itself: disk, database, mail, backups; an operator is told of disk and database alone',
    answer: HubAlertList,
    handle({ session }, { hubAlerts }) {
      return hubAlertsFor(session.role, hubAlerts())
    },
  }),
]
