import { sql } from 'kysely'
import type { Db } from '../database.ts'

export interface Upload {
  contentType: string
  content: Uint8Array
}

/** The path that serves a photo, as `photo_url` of assets has it. */
export const photoUrl = (name: string) => `/api/photos/${name}`

/** Stores a photo. A name is never used for other content. */
export async function insertUpload(
  db: Db,
  upload: Upload & { name: string; createdBy: number; now: number },
): Promise<void> {
  const { name, createdBy, now, contentType, content } = upload
  await db
    .insertInto('uploads')
    .values({ name, created_by: createdBy, created_at: now, content_type: contentType, content })
    .execute()
}

export function findUpload(db: Db, name: string): Promise<Upload | undefined> {
  return db
    .selectFrom('uploads')
    .select(['content_type as contentType', 'content'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/** With this begins the name of what is no photo, but the picture of the site's plan. */
export const PLAN_UPLOAD = 'plan-'

/**
 * Deletes photos older than `before` that no version of an asset has, a deleted one included. The
 * picture of the site's plan goes with its plan.
 */
export async function deleteOrphanUploads(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('created_at', '<', before)
    .where('name', 'not like', `${PLAN_UPLOAD}%`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('assets as a')
            .select(sql`1`.as('one'))
            .where('a.photo_url', '=', sql<string>`${photoUrl('')} || ${sql.ref('uploads.name')}`),
        ),
      ),
    )
    .execute()
}
