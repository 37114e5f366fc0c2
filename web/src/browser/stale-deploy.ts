import type { Clock } from './clock.ts'

const RELOADED_AT = 'reloaded_at'
const AT_MOST_EVERY_MS = 60_000

/**
 * After an update of the hub an open page asks for chunks that are gone: it is loaded anew, but not
 * in a loop, and not while the hub is away, which would leave the browser's own error page.
 */
export function reloadAfterDeploy(
  page: Window,
  clock: Clock,
  isHubThere: () => Promise<boolean>,
): void {
  page.addEventListener('vite:preloadError', () => {
    const last = Number(page.sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (!page.navigator.onLine || clock.now() - last < AT_MOST_EVERY_MS) return
    void isHubThere().then((isThere) => {
      if (!isThere) return
      page.sessionStorage.setItem(RELOADED_AT, String(clock.now()))
      page.location.reload()
    })
  })
}
