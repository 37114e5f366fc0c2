import type { Clock } from '../browser/clock.ts'
import { createStore, type ReadableStore } from '../browser/external-store.ts'
import { type AlertSound, type AlertSoundOptions, playAlert } from './alert-sound.ts'

/** Blocked: the browser waits for a gesture of a person. */
export type OutputState = 'resting' | 'blocked' | 'running'

/** The page's one way to the loudspeaker. */
export interface AudioOutput {
  readonly state: ReadableStore<OutputState>
  /** Asks the browser for sound; within a gesture it agrees. */
  readonly wake: () => void
  /** Takes no power until the next `wake`. */
  rest(): void
  /** Null where nothing can sound now: an alert that waits would come too late. */
  play(options: AlertSoundOptions): AlertSound | null
}

export interface AudioOutputOptions {
  /** Called once, with the first `wake`. */
  openContext: () => AudioContext
  clock: Clock
}

/** A context that may run is suspended at first, too. */
const SETTLE_MS = 400

/** Errors of the browser's audio are ignored, as the specification has it: then nothing sounds. */
export function createAudioOutput({ openContext, clock }: AudioOutputOptions): AudioOutput {
  const state = createStore<OutputState>('resting')
  let context: AudioContext | null = null
  let isAwake = false
  let cancelSettling: (() => void) | null = null

  const look = () => {
    if (!isAwake) state.set('resting')
    else if (context?.state === 'running') state.set('running')
    else if (cancelSettling === null) state.set('blocked')
  }
  const settle = () => {
    cancelSettling = null
    look()
  }
  const open = () => {
    try {
      context = openContext()
      context.addEventListener('statechange', look)
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
      context?.resume().then(look, look)
      look()
    },
    rest() {
      if (!isAwake) return
      isAwake = false
      cancelSettling?.()
      cancelSettling = null
      context?.suspend().then(look, look)
      look()
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
