import type { Clock } from './clock.ts'

/** The first screen's files go before these, and take this long on a slow link. */
const AFTER_LOAD_MS = 10_000

/**
 * Has the browser keep the app's files, so that it opens without the hub too. Browsers do that only
 * on https and for localhost.
 */
export function keepForOffline(page: Window, clock: Clock): void {
  const workers: ServiceWorkerContainer | undefined = page.navigator.serviceWorker
  if (!import.meta.env.PROD || !workers) return
  page.addEventListener('load', () =>
    clock.after(AFTER_LOAD_MS, () => {
      workers.register('/sw.js').catch(() => {
        // Private windows and full disks: then it opens with the hub only.
      })
    }),
  )
}
