import { HOME_PATH, LOGIN_PATH, SCREENS } from '../screens/table.ts'

/** The login page, told where to go afterwards. */
export function loginPath(next: string): string {
  return next === HOME_PATH ? LOGIN_PATH : `${LOGIN_PATH}?next=${encodeURIComponent(next)}`
}

/** The wanted path where it is a screen that needs a session, else home: never another site. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return HOME_PATH
  const wanted = next.split(/[?#]/, 1)[0]
  const isOurs = SCREENS.some(({ path, access }) => access === 'logged-in' && path === wanted)
  return isOurs ? next : HOME_PATH
}
