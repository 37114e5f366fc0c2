import { useLocation } from 'react-router-dom'

/** The address asks for a wall's screen, which nobody stands at. */
export function isWallSearch(search: string): boolean {
  return new URLSearchParams(search).get('kiosk') === '1'
}

/** The same of the address as it is now. */
export function useIsWall(): boolean {
  return isWallSearch(useLocation().search)
}
