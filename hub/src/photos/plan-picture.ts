import type { Upload } from '../store/assets/uploads.ts'
import type { Db } from '../store/database.ts'
import { findPlanPicture, hasPlanPicture } from '../store/settings/site-plan.ts'

/**
 * The picture of the site's plan, which every open map asks for at once. It is read from the
 * database once, and all answers have the same bytes.
 */
export class PlanPicture {
  #kept: { id: string; picture: Promise<Upload | undefined> } | null = null

  /** Undefined: no plan has this picture any more, whichever hub took it away. */
  async find(db: Db, id: string): Promise<Upload | undefined> {
    if (!(await hasPlanPicture(db, id))) {
      this.#drop(id)
      return undefined
    }
    if (this.#kept?.id !== id) {
      this.#kept = { id, picture: findPlanPicture(db, id) }
      // What could not be read is read again by whoever asks next.
      this.#kept.picture.catch(() => this.#drop(id))
    }
    return await this.#kept.picture
  }

  #drop(id: string): void {
    if (this.#kept?.id === id) this.#kept = null
  }
}
