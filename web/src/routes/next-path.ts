import { pathOf } from '../browser/left-place.ts'
import { HOME_PATH, LOGIN_PATH, SCREENS } from '../screens/table.ts'

/** The parameters that a wall's screen is opened with. */
const WALL_PARAMETERS = ['kiosk', 'rotate', 'every'] as const

/** The address of the login page, with where to go afterwards. */
export function loginPath(next: string): string {
  return next === HOME_PATH ? LOGIN_PATH : `${LOGIN_PATH}?next=${encodeURIComponent(next)}`
}

/** The wanted path where it is a screen that needs a session, else home: never another site. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return HOME_PATH
  const wanted = pathOf(next)
  const isOurs = SCREENS.some(({ path, access }) => access === 'logged-in' && path === wanted)
  return isOurs ? next : HOME_PATH
}

/** The screen of an address without what somebody searched for there, which may be a plate or an owner. */
export function dropSearches(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  const kept = WALL_PARAMETERS.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  return kept.length === 0 ? pathname : `${pathname}?${new URLSearchParams(kept)}`
}
