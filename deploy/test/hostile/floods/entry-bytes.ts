import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'

/** Tables that the entries of agents go to. */
const OF_ENTRIES =
  /^(reads|suppressions|gaps|telemetry|read_counts|site_counts|asset_|dead_letters|agent_|relay_commands)/

interface TableBytes {
  name: string
  bytes: number
}

/** Bytes on disk of what agents have sent, with its indexes; of a file of SQLite or a Postgres URL. */
export async function entryBytes(database: string): Promise<number> {
  const tables = database.startsWith('postgres:')
    ? await tablesOfPostgres(database)
    : tablesOfSqlite(database)
  const ofEntries = tables.filter(({ name }) => OF_ENTRIES.test(name))
  return ofEntries.reduce((sum, { bytes }) => sum + Number(bytes), 0)
}

function tablesOfSqlite(file: string): TableBytes[] {
  const db = new SqliteDatabase(file, { readonly: true })
  try {
    const counted = `select s.tbl_name as name, sum(d.pgsize) as bytes
      from dbstat as d join sqlite_schema as s on s.name = d.name group by 1`
    return db.prepare(counted).all() as TableBytes[]
  } finally {
    db.close()
  }
}

async function tablesOfPostgres(url: string): Promise<TableBytes[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<TableBytes>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r'`,
    )
    return rows
  } finally {
    await client.end()
  }
}
