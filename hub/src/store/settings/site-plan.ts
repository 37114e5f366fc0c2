import { parseUntrusted, SitePlan } from '@vehicle-control/protocol'
import { z } from 'zod'
import { findUpload, insertUpload, PLAN_UPLOAD, type Upload } from '../assets/uploads.ts'
import type { Db } from '../database.ts'
import { fromJson, readSetting, saveSettings } from './settings.ts'

const KEY = 'site_plan'

/** What the setting holds. A removed plan leaves its version: the next one has another. */
const Stored = z.object({
  version: z.int(),
  picture: SitePlan.omit({ version: true }).nullable(),
})
type Stored = z.infer<typeof Stored>

const uploadOf = (id: string) => `${PLAN_UPLOAD}${id}`

/** One that cannot be read, which a newer hub wrote, counts as none. */
async function stored(db: Db): Promise<Stored> {
  const text = await readSetting(db, KEY)
  const read = text === undefined ? undefined : parseUntrusted(Stored, fromJson(text)).data
  return read ?? { version: 0, picture: null }
}

const save = (db: Db, value: Stored) =>
  saveSettings(db, [{ key: KEY, value: JSON.stringify(value) }])

/**
 * The site's plan; null: there is none. A hub that knows no plans takes its picture for a photo that
 * nobody shows, and deletes it: such a plan is none either.
 */
export async function findSitePlan(db: Db): Promise<SitePlan | null> {
  const { version, picture } = await stored(db)
  return picture && (await hasPlanPicture(db, picture.id)) ? { ...picture, version } : null
}

/** Changes with every change of a placed plan; null: none is placed. */
export async function sitePlanMark(db: Db): Promise<string | null> {
  const plan = await findSitePlan(db)
  return plan?.points ? `${plan.id}-${plan.version}` : null
}

/** Whether its picture is there, without the picture. */
export async function hasPlanPicture(db: Db, id: string): Promise<boolean> {
  const asked = db.selectFrom('uploads').select('name').where('name', '=', uploadOf(id))
  return (await asked.executeTakeFirst()) !== undefined
}

export function findPlanPicture(db: Db, id: string): Promise<Upload | undefined> {
  return findUpload(db, uploadOf(id))
}

/** Takes the place of the plan before, whose picture goes. */
export async function putSitePlan(
  db: Db,
  picture: Pick<SitePlan, 'id' | 'width' | 'height'>,
  upload: Upload & { createdBy: number; now: number },
): Promise<SitePlan> {
  const { version } = await stored(db)
  await deletePictures(db)
  await insertUpload(db, { ...upload, name: uploadOf(picture.id) })
  const next = { version: version + 1, picture: { ...picture, points: null } }
  await save(db, next)
  return { ...next.picture, version: next.version }
}

/** Puts the plan that `before` is elsewhere. Call it in the transaction in which that was found. */
export async function placeSitePlan(
  db: Db,
  { version, ...picture }: SitePlan,
  points: SitePlan['points'],
): Promise<SitePlan> {
  const next = { version: version + 1, picture: { ...picture, points } }
  await save(db, next)
  return { ...next.picture, version: next.version }
}

/** False where there was none. */
export async function removeSitePlan(db: Db): Promise<boolean> {
  const before = await findSitePlan(db)
  if (before === null) return false
  await deletePictures(db)
  await save(db, { version: before.version + 1, picture: null })
  return true
}

async function deletePictures(db: Db): Promise<void> {
  await db.deleteFrom('uploads').where('name', 'like', `${PLAN_UPLOAD}%`).execute()
}
