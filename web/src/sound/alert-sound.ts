/** The shape of a tone. */
export type AlertWave = 'sine' | 'triangle' | 'square'

/** One alert. Missing values have defaults; values out of range are clamped. */
export interface AlertSoundOptions {
  /** From 0 to 1. */
  volume?: number | undefined
  /** From 0.2 to 10. */
  durationS?: number | undefined
  frequencyHz?: number | undefined
  /** Alternates with the first frequency. */
  secondFrequencyHz?: number | undefined
  /** Changes between the two frequencies per second. */
  warbleHz?: number | undefined
  wave?: AlertWave | undefined
  /** Called once, when the sound has ended. */
  onEnd?: (() => void) | undefined
}

/** An alert that is playing. */
export interface AlertSound {
  /** Fades out at once; does nothing after the end. */
  stop(): void
}

/** The parts of an `AudioContext` that an alert needs; it has to be running. */
export type AlertContext = Pick<
  BaseAudioContext,
  'currentTime' | 'destination' | 'createOscillator' | 'createGain'
>

interface Limits {
  readonly min: number
  readonly max: number
  readonly initial: number
}

export const ALERT_VOLUME: Limits = { min: 0, max: 1, initial: 0.25 }
const ALERT_DURATION_S: Limits = { min: 0.2, max: 10, initial: 3 }
/** The range that people can hear. */
const ALERT_FREQUENCY_HZ: Limits = { min: 20, max: 20_000, initial: 950 }
const ALERT_WARBLE_HZ: Limits = { min: 0.1, max: 20, initial: 4 }

/** A tone that starts or ends abruptly makes a click. */
const FADE_S = 0.02

/** Starts an alert on this context, now. Throws what the context throws. */
export function playAlert(context: AlertContext, options: AlertSoundOptions = {}): AlertSound {
  const volume = clampTo(ALERT_VOLUME, options.volume)
  const start = context.currentTime
  const end = start + clampTo(ALERT_DURATION_S, options.durationS)
  const oscillator = context.createOscillator()
  oscillator.type = options.wave ?? 'sine'
  for (const { at, hz } of frequencies(start, end, options)) {
    oscillator.frequency.setValueAtTime(hz, at)
  }
  const { gain } = connectGain(context, oscillator, options.onEnd)
  gain.setValueAtTime(0, start)
  gain.linearRampToValueAtTime(volume, start + FADE_S)
  gain.setValueAtTime(volume, end - FADE_S)
  gain.linearRampToValueAtTime(0, end)
  oscillator.start(start)
  oscillator.stop(end)

  let stopsAt = end
  return {
    stop() {
      const now = context.currentTime
      if (now + FADE_S >= stopsAt) return
      stopsAt = now + FADE_S
      gain.cancelScheduledValues(now)
      gain.setValueAtTime(volume * Math.min(1, (now - start) / FADE_S), now)
      gain.linearRampToValueAtTime(0, stopsAt)
      oscillator.stop(stopsAt)
    },
  }
}

function connectGain(context: AlertContext, oscillator: OscillatorNode, onEnd?: () => void) {
  const node = context.createGain()
  oscillator.connect(node)
  node.connect(context.destination)
  oscillator.onended = () => {
    oscillator.disconnect()
    node.disconnect()
    onEnd?.()
  }
  return node
}

/** The frequencies with the times from which they hold; the first one at the start. */
function* frequencies(start: number, end: number, options: AlertSoundOptions) {
  const first = clampTo(ALERT_FREQUENCY_HZ, options.frequencyHz)
  yield { at: start, hz: first }
  if (options.secondFrequencyHz === undefined) return
  const second = clampTo(ALERT_FREQUENCY_HZ, options.secondFrequencyHz)
  const every = 1 / clampTo(ALERT_WARBLE_HZ, options.warbleHz)
  for (let i = 1; start + i * every < end; i++) {
    yield { at: start + i * every, hz: i % 2 === 1 ? second : first }
  }
}

function clampTo({ min, max, initial }: Limits, value: number | undefined): number {
  if (value === undefined || Number.isNaN(value)) return initial
  return Math.min(max, Math.max(min, value))
}
