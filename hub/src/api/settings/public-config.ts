import { PublicConfig } from '@vehicle-control/protocol'
import { DEMO_LOGIN } from '../../seed/demo-data.ts'
import { findUserByEmail } from '../../store/people/users.ts'
import { declareCall } from '../http/call.ts'

export const publicConfigCalls = [
  declareCall({
    id: 'publicConfig',
    method: 'GET',
    path: '/api/public-config',
    who: 'public',
    summary: 'What the login page shows, and what a map has to know',
    answer: PublicConfig,
    async handle(_, { db, demoAllowed, settings, timeZone, version, peopleMail, tiles }) {
      const user = demoAllowed ? await findUserByEmail(db, DEMO_LOGIN.email) : undefined
      const offered = user?.demo === 1 && user.disabled_at === null
      const demoLogin = offered ? DEMO_LOGIN : null
      const siteName = settings.current.site_name
      const mailer = peopleMail !== null
      return { demoLogin, siteName, timeZone, version, mailer, tiles: tiles.info }
    },
  }),
]
