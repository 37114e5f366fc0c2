import { SCREENS } from '../screens/table.ts'

export function isKioskPath(wanted: string): boolean {
  return SCREENS.some(({ path, isKiosk }) => isKiosk && path === wanted)
}
