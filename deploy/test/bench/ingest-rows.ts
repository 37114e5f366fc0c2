import { createAssets } from '@vehicle-control/hub/store/assets/assets'
import type { Db } from '@vehicle-control/hub/store/database'

const ASSETS = 5000
const ASSETS_A_STATEMENT = 500
/** One read of so many has a tag that no asset has. */
const UNKNOWN_EVERY = 5

/** The tag of an agent's read, and the asset that `registerAssets` gave it to. */
export interface BenchRead {
  uid: string
  assetId: number | null
}

/** The read that an agent (counted from 0) sends under `seq`: 80 % have the tag of an asset. */
export function benchRead(agent: number, seq: number): BenchRead {
  const n = (seq * 7 + agent) % ASSETS
  if (seq % UNKNOWN_EVERY === 0) return { uid: tag('F0', n), assetId: null }
  return { uid: tag('E2', n), assetId: n + 1 }
}

/** Registers the vehicles of `benchRead` in a database that has no assets yet. */
export async function registerAssets(db: Db): Promise<void> {
  const assets = Array.from({ length: ASSETS }, (_, n) => {
    return {
      type: 'vehicle' as const,
      name: 'Modelo',
      plate: `P${n}`,
      rfid_tag: tag('E2', n),
      owner: 'Propietario',
    }
  })
  for (let start = 0; start < ASSETS; start += ASSETS_A_STATEMENT) {
    await createAssets(db, assets.slice(start, start + ASSETS_A_STATEMENT), Date.now())
  }
}

const tag = (head: string, n: number) =>
  `${head}003412${n.toString(16).padStart(16, '0').toUpperCase()}`
