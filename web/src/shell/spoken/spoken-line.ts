import type { ScanEvent } from '@vehicle-control/protocol'
import type { Clock } from '../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../browser/external-store.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { SPOKEN_TEXTS as TEXTS } from '../../texts/spoken.ts'

/** One sentence; the same words under another id are said again. */
export interface Sentence {
  readonly id: number
  readonly text: string
}

/** Whether what is shown is live, and if not, what is away: the hub, or every reader. */
export type DataState = 'live' | 'lost' | 'unread'

/** What a screen reader is told: one sentence at a time, at most one each `RESTS_MS`. */
export interface SpokenLine {
  /** Null once the sentence is old: nobody who reads through the page should find it. */
  readonly state: ReadableStore<Sentence | null>
  /** Takes reads of tags that no asset has, oldest first. */
  tags(reads: readonly ScanEvent[]): void
  /** An action was refused, in words that nothing else says aloud. */
  refusal(text: string): void
  /** A state that was over before it could be said is not said. */
  data(state: DataState): void
  stop(): void
}

/** The least time between two sentences. */
export const RESTS_MS = 5000
/** A tag that stays at a gate is read again and again: it is said once in this time. */
export const SAME_TAG_AFTER_MS = 60_000

type Tag = Pick<ScanEvent, 'uid' | 'agent' | 'retired_from'>

/** Begins with data that is live, which is not said. */
export function createSpokenLine({ clock }: { clock: Clock }): SpokenLine {
  const state = createStore<Sentence | null>(null)
  const saidTags = new Map<string, number>()
  const refusals: string[] = []
  let tags = new Map<string, Tag>()
  let said: DataState = 'live'
  let now: DataState = 'live'
  let id = 0
  let restsUntil = -Infinity
  let cancel: (() => void) | null = null

  const takeRefusals = () => {
    const newest = refusals.at(-1)
    const more = refusals.splice(0).length - 1
    if (newest === undefined) return null
    return more > 0 ? TEXTS.refusedMore(newest, more) : newest
  }
  const takeData = () => {
    if (now === said) return null
    said = now
    return TEXTS[now]
  }
  const takeTags = () => {
    const newest = [...tags.values()].at(-1)
    const count = tags.size
    for (const uid of tags.keys()) saidTags.set(uid, clock.now())
    tags = new Map()
    if (newest === undefined) return null
    const agent = newest.agent.name || newest.agent.code
    if (count > 1) return TEXTS.unknowns(formatCount(count), newest.uid, agent)
    return newest.retired_from
      ? TEXTS.retired(newest.retired_from.name, newest.uid, agent)
      : TEXTS.unknown(newest.uid, agent)
  }
  /** What matters most comes first; what waits with it follows in the same sentence. */
  const speak = () => {
    cancel = null
    const parts = [takeRefusals(), takeData(), takeTags()].filter((part) => part !== null)
    if (parts.length === 0) return state.set(null)
    state.set({ id: ++id, text: parts.join('; ') })
    restsUntil = clock.now() + RESTS_MS
    cancel = clock.after(RESTS_MS, speak)
  }
  const hear = () => {
    if (cancel === null && clock.now() >= restsUntil) speak()
  }

  return {
    state,
    tags(reads) {
      for (const [uid, at] of saidTags) {
        if (clock.now() - at < SAME_TAG_AFTER_MS) break
        saidTags.delete(uid)
      }
      for (const read of reads) {
        if (saidTags.has(read.uid)) continue
        tags.delete(read.uid)
        tags.set(read.uid, read)
      }
      if (tags.size > 0) hear()
    },
    refusal(text) {
      refusals.push(text)
      hear()
    },
    data(next) {
      now = next
      if (now !== said) hear()
    },
    stop: () => cancel?.(),
  }
}
