import SqliteDatabase from 'better-sqlite3'

/** What a hub's SQLite file says of itself; `counters` and `recount` are equal when it is right. */
export interface Recount {
  /** Watermark of each epoch, by name. */
  watermarks: Map<string, number>
  /** Stored reads in the order in which they were stored. */
  reads: { epoch: string; seq: number; uid: string }[]
  counters: unknown[]
  recount: unknown[]
}

const BUCKET = 900_000
const DAY = 86_400_000
const WEEK = 7 * DAY

/** A counter by asset with what is not merged into it yet. */
const byAsset = (table: string, time: string, unit: number) => `
  select unit, asset_id, sum(reads) from (
    select ${time} as unit, asset_id, reads from ${table}
    union all select b.key / ${unit} * ${unit}, a.value, 1
    from asset_deltas as d, json_each(d.counts) as b, json_each(b.value) as a
  ) group by 1, 2 order by 1, 2`

/** Counts a hub's database anew, row by row. For tests. */
export function recountDatabase(file: string): Recount {
  const db = new SqliteDatabase(file, { readonly: true })
  const all = (sql: string) => db.prepare(sql).raw().all()
  const epochs = all('select epoch, watermark from agent_epochs') as [string, number][]
  const found = {
    watermarks: new Map(epochs),
    reads: db
      .prepare<[], Recount['reads'][number]>(
        'select epoch, seq, uid from reads join agent_epochs e on e.id = epoch_id order by reads.id',
      )
      .all(),
    counters: [
      all('select bucket, agent_id, reads from read_counts where reads > 0 order by 1, 2'),
      all('select bucket, reads from site_counts where reads > 0 order by 1'),
      all('select agent_id, sum(suppressed) from read_counts group by 1 order by 1'),
      all(byAsset('asset_counts', 'bucket', BUCKET)),
      all(byAsset('asset_days', 'day', DAY)),
      all(byAsset('asset_weeks', 'week', WEEK)),
      all('select id, readings_count from agents where readings_count > 0 order by 1'),
      all('select agent_id, type, minute, count from telemetry_minutes order by 1, 2, 3'),
    ],
    recount: [
      all(`select read_at / ${BUCKET} * ${BUCKET}, agent_id, count(*) from reads
           group by 1, 2 order by 1, 2`),
      all(`select read_at / ${BUCKET} * ${BUCKET}, count(*) from reads group by 1 order by 1`),
      all('select agent_id, sum(count) from suppressions group by 1 order by 1'),
      all(`select read_at / ${BUCKET} * ${BUCKET}, asset_id, count(*) from reads
           where asset_id is not null group by 1, 2 order by 1, 2`),
      all(`select read_at / ${DAY} * ${DAY}, asset_id, count(*) from reads
           where asset_id is not null group by 1, 2 order by 1, 2`),
      all(`select read_at / ${WEEK} * ${WEEK}, asset_id, count(*) from reads
           where asset_id is not null group by 1, 2 order by 1, 2`),
      all('select agent_id, count(*) from reads group by 1 order by 1'),
      all(`select agent_id, type, ts / 60000 * 60000, count(*) from telemetry
           group by 1, 2, 3 order by 1, 2, 3`),
    ],
  }
  db.close()
  return found
}
