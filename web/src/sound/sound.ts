import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import type { AlertSound, AlertSoundOptions } from './alert-sound.ts'
import { createAudioOutput } from './audio-output.ts'
import { createRecentTags } from './recent-tags.ts'
import { createSoundLimiter } from './sound-limiter.ts'
import { createSoundPreferences, type SoundPreferences } from './sound-preferences.ts'
import { createSoundingTab, type TabChannel } from './sounding-tab.ts'

/** `silent-tab`: another tab of this browser plays the sounds. */
export type SoundPhase = 'off' | 'blocked' | 'ready' | 'playing' | 'silent-tab'

/** A tag that was read, and when (epoch milliseconds). */
export interface TagRead {
  readonly uid: string
  readonly at: number
}

/** The sounds of the page; none of its functions throws. */
export interface Sound {
  readonly preferences: SoundPreferences
  readonly phase: ReadableStore<SoundPhase>
  /**
   * Says that a screen with sound is open, until the function that it returns is called. Without
   * one the page is silent, and another tab may play the sounds.
   */
  readonly open: () => () => void
  /** The sound of a read on the live screen: higher for a tag not read in the minute before. */
  read(read: TagRead): void
  /** The sound of a toast on the map. */
  toast(): void
  /** Plays the chosen tone at once, in this tab; to be called in a gesture. */
  readonly test: () => void
  /** Asks a browser that blocks sound again; to be called in a gesture. */
  readonly unblock: () => void
  /** Stops the sound that is playing. */
  readonly stop: () => void
}

export interface SoundOptions {
  clock: Clock
  storage: Storage
  /** The window: its gestures, visibility and events of the preferences are listened to. */
  page: EventTarget
  isHidden: () => boolean
  openContext: () => AudioContext
  openChannel: () => TabChannel | null
  tabId: string
}

const NEW_TAG_HZ = 1000
const REPEATED_TAG_HZ = 750
const URGENT_ABOVE_HZ = 250
const READ_DURATION_S = 3

/** Events that browsers count as gestures; every way to press something ends in one of them. */
const GESTURES = ['click', 'keydown'] as const

/** Opens no audio context before a screen is open and the sound is on. */
export function createSound(options: SoundOptions): Sound {
  const { clock, storage, page, isHidden, openContext, openChannel, tabId } = options
  const preferences = createSoundPreferences(storage, page)
  const output = createAudioOutput({ openContext, clock })
  const tab = createSoundingTab({
    id: tabId,
    openChannel,
    clock,
    isHidden,
    onVisibility: (listener) => page.addEventListener('visibilitychange', listener),
  })
  const limiter = createSoundLimiter(clock.now)
  const tags = createRecentTags()
  const phase = createStore<SoundPhase>('off')
  let openScreens = 0
  let current: AlertSound | null = null
  let testWaits = false

  const isWanted = () => openScreens > 0 && preferences.get().isOn
  const phaseNow = (): SoundPhase => {
    if (!isWanted()) return 'off'
    if (output.state.get() === 'blocked') return 'blocked'
    if (output.state.get() === 'resting') return 'off'
    if (current !== null) return 'playing'
    return tab.owner.get() === 'other' ? 'silent-tab' : 'ready'
  }
  const show = () => phase.set(phaseNow())
  const stop = () => {
    current?.stop()
    current = null
    show()
  }
  const play = (alert: AlertSoundOptions) => {
    const { volume } = preferences.get()
    // One sound at a time; at volume 0 none, so that there is nothing to stop.
    current?.stop()
    current = null
    if (volume > 0) {
      const sound = output.play({
        ...alert,
        volume,
        onEnd() {
          if (current === sound) current = null
          show()
        },
      })
      current = sound
    }
    show()
  }
  const alert = (sound: AlertSoundOptions) => {
    if (output.state.get() !== 'running' || !isWanted() || !limiter.take()) return
    tab.sound(() => {
      // It may have waited until it was known which tab plays.
      limiter.restart()
      play(sound)
    })
  }
  const toneOf = (frequencyHz: number): AlertSoundOptions => {
    const { tone, wave } = preferences.get()
    const secondFrequencyHz = tone === 'urgent' ? frequencyHz + URGENT_ABOVE_HZ : undefined
    return { frequencyHz, secondFrequencyHz, wave, durationS: READ_DURATION_S }
  }
  const follow = () => {
    if (isWanted()) output.wake()
    else {
      stop()
      testWaits = false
      output.rest()
    }
    show()
  }
  const followOutput = () => {
    if (output.state.get() === 'running') {
      tab.join()
      if (testWaits) play(toneOf(NEW_TAG_HZ))
      testWaits = false
    } else tab.leave()
    show()
  }

  preferences.subscribe(follow)
  output.state.subscribe(followOutput)
  tab.owner.subscribe(show)
  for (const name of GESTURES) {
    page.addEventListener(name, () => {
      // Also before the browser is known to block: there may be no second gesture.
      if (isWanted() && output.state.get() !== 'running') output.wake()
    })
  }
  page.addEventListener('pagehide', tab.leave)
  // A page from the back/forward cache has left at `pagehide`, and joins again.
  page.addEventListener('pageshow', () => {
    if (output.state.get() === 'running') tab.join()
  })

  return {
    preferences,
    phase,
    stop,
    open() {
      let isOpen = true
      openScreens += 1
      follow()
      return () => {
        if (!isOpen) return
        isOpen = false
        openScreens -= 1
        follow()
      }
    },
    read({ uid, at }) {
      const isRepeat = tags.note(uid, at)
      alert(toneOf(isRepeat ? REPEATED_TAG_HZ : NEW_TAG_HZ))
    },
    toast: () => alert({}),
    test() {
      if (!isWanted()) return
      if (output.state.get() === 'running') return play(toneOf(NEW_TAG_HZ))
      testWaits = true
      output.wake()
    },
    unblock: output.wake,
  }
}
