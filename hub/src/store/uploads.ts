import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The path under which a photo is served, as assets keep it. */
export const photoUrl = (name: string) => `/api/photos/${name}`

/** Notes a photo that was taken. */
export async function insertUpload(
  db: Db,
  upload: { name: string; createdBy: number; now: number },
): Promise<void> {
  const { name, createdBy, now } = upload
  await db.insertInto('uploads').values({ name, created_by: createdBy, created_at: now }).execute()
}

/** Photos older than `before` that no asset shows, deleted ones included: those keep their history. */
export async function orphanUploads(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads as u')
    .select('u.name')
    .where('u.created_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('assets as a')
            .select(sql`1`.as('one'))
            .where('a.photo_url', '=', sql<string>`${photoUrl('')} || ${sql.ref('u.name')}`),
        ),
      ),
    )
    .execute()
  return rows.map((r) => r.name)
}

export async function deleteUploads(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.deleteFrom('uploads').where('name', 'in', names).execute()
}
