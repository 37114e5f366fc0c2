import type { CreateWallRequest, Wall } from '@vehicle-control/protocol'
import {
  WALL_EVERY_DEFAULT_S,
  WALL_EVERY_MAX_S,
  WALL_EVERY_MIN_S,
} from '@vehicle-control/protocol/limits'
import { WALLS_TEXTS } from '../../../../texts/admin/admin-walls.ts'

const LABELS = WALLS_TEXTS.form

/** A view that a wall can show. */
export type WallView = Wall['screens'][number]

/** The views in the order in which a wall turns through them. */
export const VIEWS = ['dashboard', 'live-rfid', 'map'] as const satisfies readonly WallView[]

/** What a screen shows, in words. */
export function showsOf({ screens, every_s }: Pick<Wall, 'screens' | 'every_s'>): string {
  if (screens.length === 0) return WALLS_TEXTS.byItsAddress
  const names = screens.map((view) => WALLS_TEXTS.views[view]).join(' → ')
  return screens.length === 1 ? names : `${names} · ${WALLS_TEXTS.each(every_s)}`
}

/** What the form of a wall screen holds. */
export interface WallValues {
  name: string
  screens: WallView[]
  every_s: string
}

/** The form's values of a wall screen; of a new one without. */
export function wallValues(wall: Wall | null): WallValues {
  return {
    name: wall?.name ?? '',
    screens: wall ? wall.screens : ['dashboard', 'live-rfid'],
    every_s: String(wall?.every_s ?? WALL_EVERY_DEFAULT_S),
  }
}

/** What is wrong with each field, in words; null where nothing is. */
export function wallFaults(wall: Wall | null) {
  return {
    name: (name: string) => (name.trim() === '' ? LABELS.nameMissing : null),
    // One that shows what its browser's address says may go on so.
    screens: ({ length }: readonly WallView[]) =>
      length === 0 && wall?.screens.length !== 0 ? LABELS.screensMissing : null,
    every_s: (text: string, { screens }: WallValues) => {
      // One view does not turn, and its time is not asked for.
      if (screens.length < 2) return null
      const seconds = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
      return seconds >= WALL_EVERY_MIN_S && seconds <= WALL_EVERY_MAX_S ? null : LABELS.everyRule
    },
  }
}

/** The fields as the hub takes them. */
export function wallBody({ name, screens, every_s }: WallValues): CreateWallRequest {
  const inOrder = VIEWS.filter((view) => screens.includes(view))
  const seconds = inOrder.length < 2 ? WALL_EVERY_DEFAULT_S : Number(every_s)
  return { name: name.trim(), screens: inOrder, every_s: seconds }
}
