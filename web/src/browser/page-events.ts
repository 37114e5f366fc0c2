/** The events and states of the page that the app runs in. */
export interface PageEvents {
  isOnline(): boolean
  isHidden(): boolean
  reload(): void
  /** The page was opened before in this tab: it came by back, forward or a reload. */
  isRevisit(): boolean
  /** The network came back or the page became visible. */
  onWake(listener: () => void): () => void
  /** The page is about to go away: last chance to store something. */
  onLeave(listener: () => void): () => void
}

export function browserPage(page: Window): PageEvents {
  return {
    isOnline: () => page.navigator.onLine,
    isHidden: () => page.document.hidden,
    reload: () => page.location.reload(),
    isRevisit() {
      const [loading] = page.performance.getEntriesByType('navigation')
      return loading !== undefined && 'type' in loading && loading.type !== 'navigate'
    },
    onWake(listener) {
      const onVisibilityChange = () => {
        if (!page.document.hidden) listener()
      }
      page.addEventListener('online', listener)
      page.document.addEventListener('visibilitychange', onVisibilityChange)
      return () => {
        page.removeEventListener('online', listener)
        page.document.removeEventListener('visibilitychange', onVisibilityChange)
      }
    },
    onLeave(listener) {
      page.addEventListener('pagehide', listener)
      return () => page.removeEventListener('pagehide', listener)
    },
  }
}
