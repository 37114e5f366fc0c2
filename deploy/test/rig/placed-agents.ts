import { createAgent } from '@vehicle-control/hub/store/agents/agents'
import { openStore } from '@vehicle-control/hub/store/open-store'
import { inTransaction } from '@vehicle-control/hub/store/transaction'
import { createRandom } from '@vehicle-control/hub/seed/history/random'

/** Puts so many agents around Bogotá into a data folder that no hub has open; every other is online. */
export async function placeAgents(dataDir: string, count: number): Promise<void> {
  const random = createRandom(count)
  const now = Date.now()
  const store = await openStore({ dataDir, databaseUrl: null })
  await inTransaction(store.db, async (db) => {
    for (let i = 1; i <= count; i++) {
      const place = { lat: 4.3 + random() * 0.8, lng: -74.5 + random() * 0.9 }
      const fields = { code: `gate-${i}`, name: `Portón ${i}`, location: `Sede ${1 + (i % 40)}` }
      const { id } = await createAgent(db, { ...fields, ...place }, now)
      const seen = { last_seen: i % 2 === 0 ? now : now - 3_600_000 }
      await db.updateTable('agents').set(seen).where('id', '=', id).execute()
    }
  })
  await store.close()
}
