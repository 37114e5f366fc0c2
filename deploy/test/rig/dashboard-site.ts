import { join } from 'node:path'
import { newEpoch } from '@vehicle-control/edge/outbox/file/outbox-file'
import { openStore } from '@vehicle-control/hub/store/open-store'
import type { HubClient } from '../../local/hub-process.ts'
import { openAgent } from './agent-socket.ts'
import { seedReads } from '../seed-reads.ts'
import { Site } from './site.ts'

/** A hub with made-up reads, and a client of it. */
export interface SeededSite {
  site: Site
  client: HubClient
}

/** Starts a site's hub over so many reads of the last days. */
export async function startSeededSite(
  reads: number,
  days: number,
  site = new Site(),
): Promise<SeededSite> {
  const until = Date.now()
  const store = await openStore({ dataDir: join(site.folder, 'hub'), databaseUrl: null })
  await seedReads({ db: store.db, reads, days, seed: 1, until })
  await store.close()
  return { site, client: await site.startHub() }
}

/** Sends one read of each tag, a second apart and up to now, through an agent's socket. */
export async function readTags(client: HubClient, agent: string, tags: readonly string[]) {
  const epoch = newEpoch()
  const socket = await openAgent(client.url, await client.enroll(agent), agent, epoch)
  const entries = tags.map((uid, i) => {
    const at = Date.now() - (tags.length - i) * 1000
    const data = { uid, reader: 'gate', antenna: 1, rssi: -60 }
    return { seq: i + 1, kind: 'read', at, age: 5, clock: 'synced', data }
  })
  const acked = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ type: 'batch', epoch, prev: 0, mono: 1, entries }))
  await acked
  socket.close()
}

interface StoredSessionOptions {
  /** Of the hub, or of what stands before it. */
  origin?: string
  /** The hub's. */
  timeZone?: string
}

/** What a browser has stored that is logged in as the client is. */
export function storedSession(
  client: HubClient,
  { origin = client.url, timeZone = 'America/Bogota' }: StoredSessionOptions = {},
) {
  const localStorage = [
    { name: 'token', value: client.token },
    // What the first screen after a login leaves behind.
    { name: 'site_time_zone', value: timeZone },
    { name: 'user', value: JSON.stringify({ role: 'superadmin' }) },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}
