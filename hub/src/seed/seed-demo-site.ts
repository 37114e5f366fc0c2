import { hasAgents } from '../store/agents/agents.ts'
import { createAssets, hasAssets } from '../store/assets/assets.ts'
import type { Db } from '../store/database.ts'
import { addPartitions } from '../store/postgres/partitions.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { demoAssets } from './demo-data.ts'
import { siteHistory } from './history/site-history.ts'
import { storeHistory } from './history/store-history.ts'

const SEED = 1

interface DemoSiteOptions {
  db: Db
  /** With its gates and what they have read in the last 30 days. */
  withHistory: boolean
  timeZone: string
  now: number
}

/**
 * Gives a hub without agents and assets those of the demo; changes nothing on any other. Of several
 * hubs that start at once on one database, one does it. Resolves with whether it was this one.
 */
export async function seedDemoSite(options: DemoSiteOptions): Promise<boolean> {
  const { db, withHistory, timeZone, now } = options
  if (await isInUse(db)) return false
  const history = withHistory ? siteHistory({ now, timeZone, seed: SEED }) : null
  // Here, since it begins transactions under the lock that is held below.
  if (history !== null) await addPartitions(db, now, history.from)
  return await withLockOfAllHubs(db, async (trx) => {
    if (await isInUse(trx)) return false
    await createAssets(trx, demoAssets(), history?.from ?? now)
    if (history !== null) await storeHistory(trx, history)
    return true
  })
}

async function isInUse(db: Db): Promise<boolean> {
  return (await hasAssets(db)) || (await hasAgents(db))
}
