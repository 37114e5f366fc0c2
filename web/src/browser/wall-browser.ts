/**
 * Whether this browser stands at a wall, where nobody types: when its session ends it asks for a
 * pairing instead of a password.
 */
const KEY = 'wall_browser'

export function isWallBrowser(storage: Storage): boolean {
  return storage.getItem(KEY) !== null
}

/** Notes that it does. */
export function noteWallBrowser(storage: Storage): void {
  try {
    storage.setItem(KEY, '1')
  } catch {
    // Storage is full or forbidden: without it the login page has a way to the pairing.
  }
}

/** Somebody has logged in by hand here. */
export function forgetWallBrowser(storage: Storage): void {
  storage.removeItem(KEY)
}
