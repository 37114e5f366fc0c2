import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { useIsWall } from '../components/wall/wall.ts'

/** True for those whom the hub lets switch relays, on a screen that somebody operates. */
export function useMayOpen(): boolean {
  const isWall = useIsWall()
  const isKiosk = useStore(useApp().session.state, (state) => state.isKiosk)
  return !isWall && !isKiosk
}
