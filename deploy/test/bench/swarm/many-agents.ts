import { join } from 'node:path'
import { issueAgentKey } from '@vehicle-control/hub/auth/agent-keys/agent-key'
import { createAgent } from '@vehicle-control/hub/store/agents/agents'
import { openSqlite } from '@vehicle-control/hub/store/sqlite/open-sqlite'
import { inTransaction } from '@vehicle-control/hub/store/transaction'
import type { Site } from '../../rig/site.ts'

/** An agent with a key that is in force. */
export interface KnownAgent {
  code: string
  key: string
}

/** The database of a site's hub. */
export const hubFile = (site: Site) => join(site.dataDir('hub'), 'hub.db')

/** Puts so many agents into the database of a hub that is not running: by its calls it takes minutes. */
export async function addAgents(site: Site, count: number): Promise<KnownAgent[]> {
  const store = await openSqlite(hubFile(site))
  try {
    return await inTransaction(store.db, async (db) => {
      const agents: KnownAgent[] = []
      for (let n = 0; n < count; n++) {
        const code = `storm-${n}`
        const at = { lat: 4.5 + (n % 100) / 100, lng: -74 - n / 10_000 }
        const fields = { code, name: `Portón ${n}`, location: null, ...at }
        const { id } = await createAgent(db, fields, Date.now())
        agents.push({ code, key: await issueAgentKey(db, id, Date.now()) })
      }
      return agents
    })
  } finally {
    await store.close()
  }
}
