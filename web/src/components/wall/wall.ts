import { useLocation } from 'react-router-dom'

/** True where the address asks for the wall form of a screen, which nobody operates. */
export function isWallSearch(search: string): boolean {
  return new URLSearchParams(search).get('kiosk') === '1'
}

/** The same for the current address. */
export function useIsWall(): boolean {
  return isWallSearch(useLocation().search)
}
