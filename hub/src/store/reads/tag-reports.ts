import { COUNTED_TAG_READS_MAX } from '@vehicle-control/protocol'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { TagReportTable } from '../schema/reads.ts'
import type { Database } from '../schema/tables.ts'

const WEEK_MS = 7 * 86_400_000
/** Alerts of reports at a time: more than anybody works through. */
const OPEN_REPORTS_MAX = 100

/** A report as it is stored, with the gate's code and name. */
export type TagReportRow = Selectable<TagReportTable> & { agent_code: string; agent_name: string }

/** Stores the report of a tag, in the place of the one that it has. */
export async function putReport(db: Db, report: Selectable<TagReportTable>): Promise<void> {
  await db
    .insertInto('tag_reports')
    .values(report)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(report))
    .execute()
}

/** The open report of a tag; undefined where it has none, got an asset since, or its agent is gone. */
export function findReport(db: Db, uid: string): Promise<TagReportRow | undefined> {
  return db
    .selectFrom('tag_reports')
    .innerJoin('agents', 'agents.id', 'tag_reports.agent_id')
    .selectAll('tag_reports')
    .select(['agents.code as agent_code', 'agents.name as agent_name'])
    .where('uid', '=', uid)
    .where('agents.deleted_at', 'is', null)
    .where((eb) => eb.not(isRegistered(eb)))
    .executeTakeFirst()
}

/** The oldest open reports, so that none that stands is displaced by a newer one. */
export function openReports(db: Db): Promise<Selectable<TagReportTable>[]> {
  return db
    .selectFrom('tag_reports')
    .innerJoin('agents', 'agents.id', 'tag_reports.agent_id')
    .selectAll('tag_reports')
    .where('agents.deleted_at', 'is', null)
    .where((eb) => eb.not(isRegistered(eb)))
    .orderBy('reported_at')
    .limit(OPEN_REPORTS_MAX)
    .execute()
}

/** Deletes the report of a tag; false where there is none. */
export async function deleteReport(db: Db, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tag_reports')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes reports that are settled, and those that nobody has added to since a moment. */
export async function deleteSettledReports(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('tag_reports')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('reported_at', '<', before),
          eb.or([eb('noted_at', 'is', null), eb('noted_at', '<', before)]),
        ]),
        isRegistered(eb),
      ]),
    )
    .execute()
}

/**
 * True where an asset has the tag, or had it after the report: one that was deleted within the hour
 * of the cleanup does not open it again.
 */
function isRegistered(eb: ExpressionBuilder<Database, 'tag_reports'>) {
  return eb.exists(
    eb
      .selectFrom('assets')
      .select(sql.lit(1).as('one'))
      .whereRef('assets.rfid_tag', '=', 'tag_reports.uid')
      .where((asset) =>
        asset.or([
          asset('assets.deleted_at', 'is', null),
          asset('assets.deleted_at', '>', asset.ref('tag_reports.reported_at')),
        ]),
      ),
  )
}

/** How often and when a tag was read. */
export interface TagReads {
  /** In the seven days up to a moment; one more than the limit where there were more. */
  reads: number
  firstAt: number | null
  lastAt: number | null
}

/** Counts the reads of a tag in the seven days up to `at`; its cost does not grow with the table. */
export async function tagReads(db: Db, uid: string, at: number): Promise<TagReads> {
  const ofTag = db.selectFrom('reads').where('uid', '=', uid)
  const recent = ofTag
    .select(sql.lit(1).as('one'))
    .where('read_at', '>', at - WEEK_MS)
    .where('read_at', '<=', at)
    .limit(COUNTED_TAG_READS_MAX + 1)
  return await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom(recent.as('recent'))
        .select((count) => count.fn.countAll<number>().as('reads'))
        .$asScalar()
        .$notNull()
        .as('reads'),
      ofTag.select('read_at').orderBy('read_at').limit(1).as('firstAt'),
      ofTag.select('read_at').orderBy('read_at', 'desc').limit(1).as('lastAt'),
    ])
    .executeTakeFirstOrThrow()
}
