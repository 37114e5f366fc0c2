import { type Wall, WallScreen } from '@vehicle-control/protocol'
import type { Db } from '../../store/database.ts'
import { wallsToClaim } from '../../store/people/wall-pairings.ts'
import { type WallRow, devicesOf } from '../../store/people/walls.ts'

/** A wall's browser is heard of each minute; one that misses two is away. */
const CONNECTED_MS = 150_000

/** The screens that somebody chose; one that this hub does not know is passed over. */
function screensOf({ screens }: Pick<WallRow, 'screens'>): WallScreen[] {
  return screens.split(',').flatMap((name) => WallScreen.safeParse(name).data ?? [])
}

/** Path and query of what a wall shows; the dashboard where nobody has chosen. */
export function wallAddress(wall: Pick<WallRow, 'screens' | 'every_s'>): string {
  const [first = 'dashboard', ...others] = screensOf(wall)
  if (others.length === 0) return `/${first}?kiosk=1`
  return `/${first}?kiosk=1&rotate=${[first, ...others].join()}&every=${wall.every_s}`
}

/** The same; null where nobody has chosen. */
export function chosenAddress(wall: WallRow | undefined): string | null {
  return wall && screensOf(wall).length > 0 ? wallAddress(wall) : null
}

/** Wall screens as admins see them. */
export async function wallViews(db: Db, rows: readonly WallRow[], now: number): Promise<Wall[]> {
  const ids = rows.map((row) => row.user_id)
  const devices = await devicesOf(db, ids, now)
  const claims = await wallsToClaim(db, now)
  return rows.map((row) => {
    const { id, email, name, every_s, created_by, seen_at } = row
    const hasSession = devices.has(row.user_id)
    const claim = claims.get(id)
    const isConnected = hasSession && seen_at !== null && seen_at > now - CONNECTED_MS
    return {
      id,
      email,
      name,
      screens: screensOf(row),
      every_s,
      address: wallAddress(row),
      created_by,
      created_at: new Date(row.created_at).toISOString(),
      paired: hasSession || claim !== undefined,
      connected: isConnected,
      last_seen: seen_at === null ? null : new Date(seen_at).toISOString(),
      last_address: claim ? claim.address : row.seen_address,
      device: devices.get(row.user_id) ?? claim?.device ?? null,
    }
  })
}

/** One wall screen as admins see it. */
export async function wallView(db: Db, row: WallRow, now: number): Promise<Wall> {
  const [view] = await wallViews(db, [row], now)
  if (!view) throw new Error('a row has no view')
  return view
}
