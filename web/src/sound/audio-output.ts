import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { type AlertSound, type AlertSoundOptions, playAlert } from './alert-sound.ts'

/** `blocked`: the browser waits for a gesture of a person. */
export type OutputState = 'resting' | 'blocked' | 'running'

/** The page's one audio context. */
export interface AudioOutput {
  readonly state: ReadableStore<OutputState>
  /** Asks the browser to allow sound, which it does within a gesture. */
  readonly wake: () => void
  /** Suspends the context until the next `wake`, to save power. */
  rest(): void
  /** Plays an alert; null where sound is not possible now: a delayed alert would be too late. */
  play(options: AlertSoundOptions): AlertSound | null
}

export interface AudioOutputOptions {
  /** Called once, with the first `wake`. */
  openContext: () => AudioContext
  clock: Clock
}

/** How long a new context may be suspended before it counts as blocked. */
const SETTLE_MS = 400

/** Errors of the browser's audio are ignored, as the specification has it: it then stays silent. */
export function createAudioOutput({ openContext, clock }: AudioOutputOptions): AudioOutput {
  const state = createStore<OutputState>('resting')
  let context: AudioContext | null = null
  let isAwake = false
  let cancelSettling: (() => void) | null = null

  const updateState = () => {
    if (!isAwake) state.set('resting')
    else if (context?.state === 'running') state.set('running')
    else if (cancelSettling === null) state.set('blocked')
  }
  const settle = () => {
    cancelSettling = null
    updateState()
  }
  const open = () => {
    try {
      context = openContext()
      context.addEventListener('statechange', updateState)
    } catch {
      // No audio in this browser.
    }
  }

  return {
    state,
    wake() {
      if (!isAwake) cancelSettling = clock.after(SETTLE_MS, settle)
      isAwake = true
      if (context === null) open()
      context?.resume().then(updateState, updateState)
      updateState()
    },
    rest() {
      if (!isAwake) return
      isAwake = false
      cancelSettling?.()
      cancelSettling = null
      context?.suspend().then(updateState, updateState)
      updateState()
    },
    play(options) {
      if (context?.state !== 'running') return null
      try {
        return playAlert(context, options)
      } catch {
        return null
      }
    },
  }
}
