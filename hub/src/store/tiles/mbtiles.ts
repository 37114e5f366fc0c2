import SqliteDatabase, { type Database } from 'better-sqlite3'
import { requirePlain } from '../sqlite/plain-table.ts'
import { createReadOnlyPool } from '../sqlite/read-only-pool.ts'

/** An open MBTiles file. */
export interface Mbtiles {
  /** The file's attribution, which may be HTML; empty: none. */
  attribution: string
  /** The lowest and the highest zoom with tiles. */
  minZoom: number
  maxZoom: number
  /** One of its tiles, to find out their format. */
  sample: Uint8Array
  /** Reads a tile, with `y` counted from the north; null when the file has none there. */
  read(z: number, x: number, y: number): Promise<Uint8Array | null>
  close(): Promise<void>
}

const ZOOMS = Array.from({ length: 23 }, (_, z) => z)
// One zoom at a time: where `tiles` is a view over two tables (equal tiles are stored once), this
// uses the index, which min(zoom_level) would not.
const HAS_ZOOM = 'select tile_data from tiles where zoom_level = ? limit 1'
const TILE = `select tile_data from tiles
  where zoom_level = ? and tile_column = ? and tile_row = ?
    and octet_length(tile_data) <= ${4 * 1024 * 1024}`

/** A view that only joins tables, without functions or subqueries. */
const JOIN = /^CREATE VIEW\s+["'`[]?tiles["'`\]]?\s+AS\s+SELECT\s[\w\s.,="'`[\]]+$/i

/**
 * Opens a file. Its tiles are read in a worker thread, so that a slow disk does not hold the event
 * loop.
 *
 * @throws Error that says what is wrong with the file
 */
export function openMbtiles(file: string): Mbtiles {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true })
  try {
    sqlite.pragma('trusted_schema = OFF')
    requirePlainTiles(sqlite)
    const inside = contentOf(sqlite)
    const pool = createReadOnlyPool(file, 1)
    return {
      ...inside,
      async read(z, x, y) {
        // MBTiles counts its rows from the south.
        const [row] = await pool.query(TILE, [z, x, 2 ** z - 1 - y])
        return row?.['tile_data'] instanceof Uint8Array ? row['tile_data'] : null
      },
      close: () => pool.close(),
    }
  } finally {
    sqlite.close()
  }
}

/** Files come from anywhere: makes sure that a query reads rows and runs no code of the file. */
function requirePlainTiles(sqlite: Database): void {
  requirePlain(sqlite, 'metadata')
  const view = sqlite
    .prepare<[], string>("select sql from sqlite_schema where name = 'tiles' and type = 'view'")
    .pluck()
    .get()
  if (view === undefined) return requirePlain(sqlite, 'tiles')
  if (!JOIN.test(view)) throw new Error('its «tiles» is a view that does more than join tables')
  const names = sqlite
    .prepare<[], string>("select lower(name) from sqlite_schema where type in ('table', 'view')")
    .pluck()
    .all()
  const words = new Set(view.toLowerCase().match(/\w+/g))
  for (const name of names) if (name !== 'tiles' && words.has(name)) requirePlain(sqlite, name)
}

function contentOf(sqlite: Database): Omit<Mbtiles, 'read' | 'close'> {
  const attribution: unknown = sqlite
    .prepare("select value from metadata where name = 'attribution'")
    .pluck()
    .get()
  const find = sqlite.prepare(HAS_ZOOM).pluck()
  const held = ZOOMS.flatMap((z) => {
    const tile: unknown = find.get(z)
    return tile instanceof Uint8Array ? [{ z, tile }] : []
  })
  const [first, last] = [held[0], held.at(-1)]
  if (!first || !last) throw new Error('it holds no tiles')
  return {
    attribution: typeof attribution === 'string' ? attribution : '',
    minZoom: first.z,
    maxZoom: last.z,
    sample: last.tile,
  }
}
