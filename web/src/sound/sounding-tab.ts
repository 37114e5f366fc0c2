import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'

/** Which tab plays the sounds; null while that is being found out. */
export type SoundingTabOwner = 'this' | 'other' | null

/**
 * Elects one of the browser's tabs to play the sounds. There are no heartbeats: browsers slow the
 * timers of hidden tabs down to one a minute, and two tabs would play meanwhile. A tab asks, and
 * the leader answers at once; one that is closed, frozen or crashed does not, and is replaced.
 */
export interface SoundingTab {
  readonly owner: ReadableStore<SoundingTabOwner>
  /** From now on this tab can play sounds. */
  join(): void
  readonly leave: () => void
  /** Calls `run` if this tab is the leader, or where the leader does not answer. */
  sound(run: () => void): void
}

/** A message from one tab to the others. */
export interface TabMessage {
  /**
   * `ask`: is there a leader; `lead`: I am; `yield`: the tab `to` shall be; `left`: I no longer am.
   */
  readonly type: 'ask' | 'lead' | 'yield' | 'left'
  readonly from: string
  readonly to?: string
  readonly isHidden: boolean
  /** The moment at which the tab took over. */
  readonly since: number
}

/** The channel to the other tabs. */
export interface TabChannel {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
}

export interface SoundingTabOptions {
  /** Identifies this tab. */
  id: string
  /** Null where the browser cannot connect its tabs: then each plays. */
  openChannel: () => TabChannel | null
  clock: Clock
  isHidden: () => boolean
  /** Calls its listener when the tab becomes visible or hidden. */
  onVisibility: (listener: () => void) => void
}

/** A running tab answers within this time, even during a long task of its page. */
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

  const onMessage = (message: TabMessage) => {
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
          // The other tab takes precedence: both would take over at the same moment.
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
  const onVisibilityChange = () => {
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
        channel?.listen(onMessage)
        onVisibility(onVisibilityChange)
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

/** Which of two leaders stays: a visible one, then the one that led first. */
function isBefore(
  a: Pick<TabMessage, 'from' | 'isHidden' | 'since'>,
  b: Pick<TabMessage, 'from' | 'isHidden' | 'since'>,
): boolean {
  if (a.isHidden !== b.isHidden) return b.isHidden
  if (a.since !== b.since) return a.since < b.since
  return a.from < b.from
}
