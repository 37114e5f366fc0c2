import type { PageEvents } from '../browser/page-events.ts'

/** A page whose events the test triggers. */
export interface FakePage extends PageEvents {
  online: boolean
  /** The number of reloads so far. */
  reloads: number
  hidden: boolean
  wake(): void
  leave(): void
}

/** Makes a page that is online and visible. */
export function createFakePage(): FakePage {
  const wakers = new Set<() => void>()
  const leavers = new Set<() => void>()
  const join = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    online: true,
    reloads: 0,
    reload() {
      this.reloads += 1
    },
    hidden: false,
    isRevisit: () => false,
    isOnline() {
      return this.online
    },
    isHidden() {
      return this.hidden
    },
    onWake: join(wakers),
    onLeave: join(leavers),
    wake: () => wakers.forEach((run) => run()),
    leave: () => leavers.forEach((run) => run()),
  }
}
