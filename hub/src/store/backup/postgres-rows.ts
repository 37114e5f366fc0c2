import { sql } from 'kysely'
import { type Cell, insertRows } from '../bulk.ts'
import { type Table, TABLES } from '../schema/tables.ts'
import { type Cells, type Column, kindOf, type Rows } from './copy-tables.ts'
import type { Db } from '../database.ts'

const ROWS_AT_ONCE = 2000

/** The rows of a Postgres database as a transaction sees them, for the copier. */
export function postgresRows(trx: Db): Rows {
  return {
    async columns(table) {
      const { rows } = await sql<{ name: string; type: string }>`
        select column_name as name, data_type as type from information_schema.columns
        where table_schema = current_schema() and table_name = ${table}
        order by ordinal_position`.execute(trx)
      return rows.map(({ name, type }) => ({ name, kind: kindOf(type) }))
    },
    async *read(table, columns) {
      const names = sql.join(columns.map(({ name }) => sql.ref(name)))
      const from = sql.table(table)
      await sql`declare copied no scroll cursor for select ${names} from ${from}`.execute(trx)
      const fetch = sql.raw<Record<string, Cells[number]>>(
        // Each row may hold a photo.
        `fetch ${hasBytes(columns) ? 8 : ROWS_AT_ONCE} from copied`,
      )
      for (;;) {
        const { rows } = await fetch.execute(trx)
        if (rows.length === 0) break
        yield rows.map((row) => columns.map(({ name }) => row[name] ?? null))
      }
      await sql`close copied`.execute(trx)
    },
    async write(table, columns, rows) {
      const names = columns.map(({ name }) => name) as never[]
      if (!hasBytes(columns)) {
        await insertRows(trx, table, names, rows as Cell[][])
        return
      }
      const into = sql`insert into ${sql.table(table)} (${sql.join(names.map((n) => sql.ref(n)))})`
      for (const row of rows) await sql`${into} values (${sql.join(row)})`.execute(trx)
    },
    async sums(table, expressions) {
      const named = expressions.map((expression, i) => `${expression} as "${i}"`).join(', ')
      const { rows } = await sql
        .raw<Record<string, number | null>>(`select ${named} from ${table}`)
        .execute(trx)
      return expressions.map((_, i) => rows[0]?.[i] ?? null)
    },
  }
}

const hasBytes = (columns: readonly Column[]) => columns.some(({ kind }) => kind === 'bytes')

/** Sets every table's id sequence to the highest id that was copied into it. */
export async function setSequences(trx: Db): Promise<void> {
  for (const table of TABLES) {
    if (!(await hasIdSequence(trx, table))) continue
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id))
      from ${sql.table(table)} having max(id) is not null`.execute(trx)
  }
}

async function hasIdSequence(trx: Db, table: Table): Promise<boolean> {
  const columns: Column[] = await postgresRows(trx).columns(table)
  return columns.some(({ name, kind }) => name === 'id' && kind === 'whole')
}
