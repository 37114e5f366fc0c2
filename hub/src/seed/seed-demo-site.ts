import { NOTHING_SET, saveAccess } from '../store/access/asset-access.ts'
import { savePolicy } from '../store/access/access-policies.ts'
import { nextRuleIds } from '../store/access/rule-ids.ts'
import { findAgent, hasAgents } from '../store/agents/agents.ts'
import { assetIdOf, createAssets, hasAssets } from '../store/assets/assets.ts'
import { assetsWith } from '../store/assets/find-assets.ts'
import type { Db } from '../store/database.ts'
import { addPartitions } from '../store/postgres/partitions.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { DEMO_BLOCKED, DEMO_RULE } from './demo-access.ts'
import { DEMO_LOGIN, demoAssets } from './demo-data.ts'
import { DEMO_GATES } from './demo-gates.ts'
import { siteHistory } from './history/site-history.ts'
import { storeHistory } from './history/store-history.ts'

const SEED = 1
const DAY_MS = 86_400_000

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
    if (history === null) return true
    await storeHistory(trx, history)
    await seedAccess(trx, now)
    return true
  })
}

/** The main gate observes by one rule, and one vehicle is blocked. */
async function seedAccess(trx: Db, now: number): Promise<void> {
  const agent = await findAgent(trx, DEMO_GATES[0].code)
  const [blocked] = await assetsWith(trx, { plates: [], tags: [DEMO_BLOCKED.tag] })
  if (agent === undefined || blocked === undefined) throw new Error('the demo has no main gate')
  const at = now - DEMO_BLOCKED.days * DAY_MS
  const by = DEMO_LOGIN.email
  const [ruleId = 1] = await nextRuleIds(trx, 1)
  const rules = JSON.stringify([{ ...DEMO_RULE, id: ruleId }])
  await savePolicy(trx, { agentId: agent.id, mode: 'observe', rules }, { seen: 0, now: at, by })
  const after = { ...NOTHING_SET, denied: 1 as const }
  await saveAccess(trx, assetIdOf(blocked), { before: NOTHING_SET, after, at, by })
}

async function isInUse(db: Db): Promise<boolean> {
  return (await hasAssets(db)) || (await hasAgents(db))
}
