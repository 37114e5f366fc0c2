import SqliteDatabase from 'better-sqlite3'

export interface MbtilesFileOptions {
  /** By zoom, column and row counted from the south, as the format does: «3/2/5». */
  tiles?: Record<string, Uint8Array>
  metadata?: Record<string, string>
  /** Keeps equal pictures once, as most tools do: `tiles` is a view then. */
  isView?: boolean
}

/** Writes an MBTiles file. */
export function writeMbtiles(file: string, options: MbtilesFileOptions = {}): void {
  const { tiles = {}, metadata = {}, isView = false } = options
  const db = new SqliteDatabase(file)
  db.exec('create table metadata (name text, value text)')
  for (const [name, value] of Object.entries(metadata)) {
    db.prepare('insert into metadata values (?, ?)').run(name, value)
  }
  db.exec(isView ? VIEW : TABLE)
  for (const [place, picture] of Object.entries(tiles)) {
    const [z, x, y] = place.split('/').map(Number)
    if (isView) {
      db.prepare('insert or ignore into images values (?, ?)').run(picture, place)
      db.prepare('insert into map values (?, ?, ?, ?)').run(z, x, y, place)
    } else db.prepare('insert into tiles values (?, ?, ?, ?)').run(z, x, y, picture)
  }
  db.close()
}

const TABLE = `
  create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
  create unique index tile_index on tiles (zoom_level, tile_column, tile_row)`

const VIEW = `
  create table images (tile_data blob, tile_id text);
  create table map (zoom_level integer, tile_column integer, tile_row integer, tile_id text);
  create unique index map_index on map (zoom_level, tile_column, tile_row);
  create unique index images_id on images (tile_id);
  create view tiles as
    select zoom_level, tile_column, tile_row, tile_data
    from map join images on images.tile_id = map.tile_id`
