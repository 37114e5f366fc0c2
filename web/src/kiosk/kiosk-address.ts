import { SCREENS } from '../screens/table.ts'

/** Whether a wall can show this screen. */
export function isKioskPath(wanted: string): boolean {
  return SCREENS.some(({ path, isKiosk }) => isKiosk && path === wanted)
}

/** Whether this query asks for the kiosk mode. */
export function isKioskSearch(search: string): boolean {
  return new URLSearchParams(search).get('kiosk') === '1'
}
