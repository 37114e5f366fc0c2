import { SuppressWindow } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import type { Bus } from '../../bus/bus.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import type { Db } from '../../store/database.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { setSuppressWindowMs, suppressWindowMs } from '../../store/settings/settings.ts'
import type { ApiEnv } from '../http/env.ts'
import { readBody } from '../http/input.ts'

/** /api/settings and its second name /api/admin/settings. */
export function settingsRoutes({ db, bus }: { db: Db; bus: Bus }): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/suppress-window', async (c) => c.json({ ms: await suppressWindowMs(db) }))

  routes.put('/suppress-window', async (c) => {
    const wanted = await readBody(c, SuppressWindow)
    const ms = await withLockOfAllHubs(db, async (trx) => {
      const before = await suppressWindowMs(trx)
      const stored = await setSuppressWindowMs(trx, wanted.ms)
      await appendAudit(trx, {
        at: Date.now(),
        actor: c.var.session.email,
        action: 'settings.suppress_window',
        target: 'suppress_window',
        detail: { before, after: stored },
        address: c.var.address,
      })
      return stored
    })
    bus.broadcast('suppressWindow', ms)
    return c.json({ ms })
  })

  return routes
}
