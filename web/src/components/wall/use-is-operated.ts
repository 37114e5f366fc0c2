import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { useIsWall } from './wall.ts'

/**
 * True on a screen that somebody operates, who may do there what every account but a wall's may:
 * switch relays, and report a tag.
 */
export function useIsOperated(): boolean {
  const isWall = useIsWall()
  const isKiosk = useStore(useApp().session.state, (state) => state.isKiosk)
  return !isWall && !isKiosk
}
