import type { PublicConfig } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { DEMO_LOGIN } from '../../seed/demo-data.ts'
import type { Db } from '../../store/database.ts'
import { findUserByEmail } from '../../store/people/users.ts'
import type { ApiEnv } from '../http/env.ts'

/** /api/public-config: what the login page shows. */
export function publicConfigRoutes(parts: {
  db: Db
  demoAllowed: boolean
  timeZone: string
  version: string
  mailer: boolean
}): Hono<ApiEnv> {
  const { db, demoAllowed, timeZone, version, mailer } = parts
  return new Hono<ApiEnv>().get('/', async (c) => {
    const user = demoAllowed ? await findUserByEmail(db, DEMO_LOGIN.email) : undefined
    const offered = user?.demo === 1 && user.disabled_at === null
    const shown = offered ? DEMO_LOGIN : null
    return c.json({ demoLogin: shown, timeZone, version, mailer } satisfies PublicConfig)
  })
}
