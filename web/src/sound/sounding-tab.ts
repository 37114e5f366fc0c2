import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'

/** The tab that sounds for all; null while that is being found out. */
export type SoundingTabOwner = 'this' | 'other' | null

/**
 * Of all tabs of the browser one sounds. There are no heartbeats: browsers slow the timers of hidden
 * tabs down to one a minute, and two would sound meanwhile. A tab asks, and the one that sounds
 * answers at once; one that is closed, frozen or crashed does not, and is replaced.
 */
export interface SoundingTab {
  readonly owner: ReadableStore<SoundingTabOwner>
  /** From now on this tab is able to sound. */
  join(): void
  readonly leave: () => void
  /** Runs it here if this is the tab that sounds, or where that one does not answer. */
  sound(run: () => void): void
}

/** What one tab tells the others. */
export interface TabMessage {
  /** `lead` says who sounds, `yield` hands that over to the tab `to`, `left` that nobody does now. */
  readonly type: 'ask' | 'lead' | 'yield' | 'left'
  readonly from: string
  readonly to?: string
  readonly isHidden: boolean
  /** The moment at which the tab took over. */
  readonly since: number
}

/** The way to the other tabs. */
export interface TabChannel {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
}

export interface SoundingTabOptions {
  /** Tells this tab from the others. */
  id: string
  /** Null where the browser cannot connect its tabs: then each sounds. */
  openChannel: () => TabChannel | null
  clock: Clock
  isHidden: () => boolean
  /** The tab came into view or went out of it. */
  onVisibility: (listener: () => void) => void
}

/** A tab that lives answers within a long task of its page. */
const ANSWER_MS = 400

export function createSoundingTab(options: SoundingTabOptions): SoundingTab {
  const { id, openChannel, clock, isHidden, onVisibility } = options
  const owner = createStore<SoundingTabOwner>(null)
  let channel: TabChannel | null | undefined
  let isIn = false
  let since = 0
  let cancelTakeover: (() => void) | null = null
  let waiting: (() => void) | null = null

  const self = (leadsSince: number) => ({ from: id, isHidden: isHidden(), since: leadsSince })
  const post = (type: TabMessage['type'], to?: string) =>
    channel?.post({ type, from: id, ...(to && { to }), isHidden: isHidden(), since })
  const lead = () => {
    cancelTakeover?.()
    cancelTakeover = null
    since = clock.now()
    owner.set('this')
    post('lead')
    const run = waiting
    waiting = null
    run?.()
  }
  const follow = () => {
    cancelTakeover?.()
    cancelTakeover = null
    waiting = null
    owner.set('other')
  }
  const takeOverIn = (ms: number) => {
    cancelTakeover?.()
    cancelTakeover = clock.after(ms, lead)
  }
  const ask = () => {
    if (cancelTakeover !== null) return
    takeOverIn(ANSWER_MS)
    post('ask')
  }

  const hear = (message: TabMessage) => {
    if (!isIn || message.from === id) return
    const isLeading = owner.get() === 'this'
    switch (message.type) {
      case 'ask':
        if (isLeading && isHidden() && !message.isHidden) {
          post('yield', message.from)
          follow()
        } else if (isLeading) {
          post('lead')
        } else if (cancelTakeover !== null && isBefore({ ...message, since: 0 }, self(0))) {
          // Both of us would take over in the same moment.
          takeOverIn(2 * ANSWER_MS)
        }
        return
      case 'lead':
        if (isLeading && !isBefore(message, self(since))) post('lead')
        else if (message.isHidden && !isHidden()) ask()
        else follow()
        return
      case 'yield':
        if (message.to === id) lead()
        else if (isLeading) post('lead')
        return
      case 'left':
        if (!isLeading) ask()
    }
  }
  const look = () => {
    if (!isIn) return
    if (owner.get() === 'this') post('lead')
    else if (!isHidden()) ask()
  }

  return {
    owner,
    join() {
      if (isIn) return
      isIn = true
      if (channel === undefined) {
        channel = openChannel()
        channel?.listen(hear)
        onVisibility(look)
      }
      if (channel === null) lead()
      else ask()
    },
    leave() {
      if (!isIn) return
      if (owner.get() === 'this') post('left')
      cancelTakeover?.()
      cancelTakeover = null
      waiting = null
      isIn = false
      owner.set(null)
    },
    sound(run) {
      if (!isIn) return
      if (owner.get() === 'this') return run()
      waiting = run
      ask()
    },
  }
}

/** Of two tabs that both lead: a visible one goes on, then the one that led first. */
function isBefore(
  a: Pick<TabMessage, 'from' | 'isHidden' | 'since'>,
  b: Pick<TabMessage, 'from' | 'isHidden' | 'since'>,
): boolean {
  if (a.isHidden !== b.isHidden) return b.isHidden
  if (a.since !== b.since) return a.since < b.since
  return a.from < b.from
}
