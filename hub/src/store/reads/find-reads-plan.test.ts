import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTempSqlite } from '../../testing/temp-sqlite.ts'
import type { TempStore } from '../../testing/temp-store.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempSqlite()))
afterEach(() => store.close())

test('reads only index entries in order, without sorting the table', async () => {
  const plan = async (query: string) => {
    const { rows } = await store.readOnly.executeQuery<{ detail: string }>({
      ...store.readOnly.selectFrom('reads').select('id').compile(),
      sql: `explain query plan ${query}`,
      parameters: [],
    })
    return rows.map((row) => row.detail).join('; ')
  }
  const newest = 'order by read_at desc, id desc limit 9'
  expect(await plan(`select id from reads where read_at >= 5 ${newest}`)).toMatch(
    /^SEARCH reads USING COVERING INDEX reads_time/,
  )
  expect(await plan(`select id from reads where asset_id = 5 and read_at >= 5 ${newest}`)).toMatch(
    /^SEARCH reads USING COVERING INDEX reads_asset/,
  )
  expect(await plan(`select id from reads where uid = 'x' ${newest}`)).not.toMatch(/TEMP B-TREE/)
})
