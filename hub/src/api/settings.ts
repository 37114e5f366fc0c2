import { SuppressWindow } from '@vehicle-control/protocol'
import { Hono } from 'hono'
import type { Bus } from '../bus/bus.ts'
import { appendAudit } from '../store/audit.ts'
import { type Db, inTransaction } from '../store/database.ts'
import { setSuppressWindowMs, suppressWindowMs } from '../store/settings.ts'
import type { ApiEnv } from './env.ts'
import { readBody } from './input.ts'

/** /api/settings and its second name /api/admin/settings. */
export function settingsRoutes({ db, bus }: { db: Db; bus: Bus }): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.get('/suppress-window', async (c) => c.json({ ms: await suppressWindowMs(db) }))

  routes.put('/suppress-window', async (c) => {
    const wanted = await readBody(c, SuppressWindow)
    const ms = await inTransaction(db, async (trx) => {
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
