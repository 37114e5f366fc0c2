/** The screens that need a session. */
const protectedPaths = ['/dashboard', '/map', '/live-rfid', '/admin', '/report'] as const

/** The screens that a wall can show. */
const kioskPaths = ['/dashboard', '/map', '/live-rfid'] as const

/** Where everybody starts. */
const homePath = '/dashboard'

/** The login page, told where to go afterwards. */
export function loginPath(next: string): string {
  return next === homePath ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

/** The wanted path where it is one of ours, else home: never another site. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return homePath
  const path = next.split(/[?#]/, 1)[0]
  return protectedPaths.some((known) => known === path) ? next : homePath
}

/** Whether a wall can show this screen. */
export function isKioskPath(path: string): boolean {
  return kioskPaths.some((known) => known === path)
}

/** Whether this query asks for the kiosk mode. */
export function isKioskSearch(search: string): boolean {
  return new URLSearchParams(search).get('kiosk') === '1'
}
