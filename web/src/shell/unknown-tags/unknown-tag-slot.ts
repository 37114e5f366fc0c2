import type { NamedAsset, ScanEvent } from '@vehicle-control/protocol'
import type { Clock } from '../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../browser/external-store.ts'
import { createRecentIds } from '../../live/recent-ids.ts'

/** The one notice: a tag that no asset has, and how many further ones came while it was shown. */
export interface UnknownTag {
  readonly tag: string
  /** The agent's name, else its code. */
  readonly agent: string
  readonly more: number
  /** Whose the tag was before it was replaced. */
  readonly retiredFrom?: NamedAsset | undefined
}

/** Announces each unknown tag once, one at a time. */
export interface UnknownTagSlot {
  readonly state: ReadableStore<UnknownTag | null>
  /** Takes the reads of a frame, oldest first. */
  show(reads: readonly ScanEvent[]): void
  /** Keeps it while somebody points at it or has the focus in it. */
  readonly hold: () => void
  readonly release: () => void
  readonly close: () => void
}

export interface UnknownTagSlotOptions {
  clock: Clock
  /** Where false no notice is shown, nor later for the tags of that time. */
  isWanted: () => boolean
}

/** Long enough to read it and to reach the button. */
export const STANDS_MS = 15_000
/** The least time between two notices, where tags keep coming. */
export const RESTS_MS = 15_000
/** Nobody reads a number that changes faster. */
export const COUNTED_EVERY_MS = 1000

const REMEMBERED_TAGS = 5000

/** A slot with nothing in it. */
export function createUnknownTagSlot({ clock, isWanted }: UnknownTagSlotOptions): UnknownTagSlot {
  const state = createStore<UnknownTag | null>(null)
  const announced = createRecentIds(REMEMBERED_TAGS)
  let restsUntil = -Infinity
  let waiting = 0
  let cancelEnd = () => {}
  let cancelCount: (() => void) | null = null

  const close = () => {
    if (state.get() === null) return
    cancelEnd()
    cancelCount?.()
    cancelCount = null
    waiting = 0
    restsUntil = clock.now() + RESTS_MS
    state.set(null)
  }
  const startTime = () => {
    cancelEnd()
    if (state.get() !== null) cancelEnd = clock.after(STANDS_MS, close)
  }
  const count = () => {
    cancelCount = null
    const shown = state.get()
    if (shown === null) return
    state.set({ ...shown, more: shown.more + waiting })
    waiting = 0
  }

  return {
    state,
    close,
    show(reads) {
      for (const { uid, agent, retired_from: retiredFrom } of reads) {
        if (state.get() === null) {
          // A tag that comes while the slot rests can be announced with its next read.
          if (clock.now() < restsUntil || !announced.add(uid) || !isWanted()) continue
          state.set({ tag: uid, agent: agent.name || agent.code, more: 0, retiredFrom })
          startTime()
        } else if (announced.add(uid)) {
          waiting += 1
          cancelCount ??= clock.after(COUNTED_EVERY_MS, count)
        }
      }
    },
    hold: () => cancelEnd(),
    release: startTime,
  }
}
