/** A value that a param was set to, or is to reach by that time. */
export interface ParamStep {
  readonly how: 'set' | 'ramp'
  readonly value: number
  readonly at: number
}

/** One tone as the page played it; times in seconds of the context. */
export interface FakeTone {
  type: OscillatorType
  frequencies: ParamStep[]
  gains: ParamStep[]
  startedAt: number
  stopsAt: number
  hasEnded: boolean
  isConnected: boolean
}

/** An audio context that records, and whose time and state a test moves. */
export interface FakeAudio {
  readonly context: AudioContext
  readonly tones: FakeTone[]
  state: AudioContextState
  /** As a browser that allows no sound before a gesture. */
  isBlocked: boolean
  /** Moves the time of the context and ends what is over by then. */
  advance(seconds: number): void
}

function fakeParam(steps: ParamStep[]) {
  return {
    setValueAtTime: (value: number, at: number) => void steps.push({ how: 'set', value, at }),
    linearRampToValueAtTime: (value: number, at: number) =>
      void steps.push({ how: 'ramp', value, at }),
    cancelScheduledValues(from: number) {
      steps.splice(0, steps.length, ...steps.filter(({ at }) => at < from))
    },
  }
}

/** Makes a context whose time is second 10. */
export function createFakeAudio(): FakeAudio {
  const events = new EventTarget()
  const tones: FakeTone[] = []
  const endings = new Map<FakeTone, () => void>()
  let now = 10
  const turn = (state: AudioContextState) => {
    if (audio.state === state) return
    audio.state = state
    events.dispatchEvent(new Event('statechange'))
  }

  const createOscillator = () => {
    const tone: FakeTone = {
      type: 'sine',
      frequencies: [],
      gains: [],
      startedAt: Number.NaN,
      stopsAt: Number.NaN,
      hasEnded: false,
      isConnected: false,
    }
    tones.push(tone)
    const node = {
      set type(type: OscillatorType) {
        tone.type = type
      },
      frequency: fakeParam(tone.frequencies),
      onended: () => {},
      connect(gain: { tone: FakeTone | null }) {
        gain.tone = tone
      },
      disconnect() {
        tone.isConnected = false
      },
      start: (at: number) => void (tone.startedAt = at),
      stop: (at: number) => void (tone.stopsAt = at),
    }
    endings.set(tone, () => node.onended())
    return node
  }
  const createGain = () => {
    const steps: ParamStep[] = []
    const node: { tone: FakeTone | null; [name: string]: unknown } = {
      tone: null,
      gain: fakeParam(steps),
      connect() {
        if (!node.tone) throw new Error('nothing is connected to this gain')
        node.tone.gains = steps
        node.tone.isConnected = true
      },
      disconnect() {},
    }
    return node
  }

  const context = Object.assign(events, {
    destination: {},
    createOscillator,
    createGain,
    async resume() {
      if (!audio.isBlocked) turn('running')
    },
    async suspend() {
      turn('suspended')
    },
  })
  Object.defineProperty(context, 'currentTime', { get: () => now })
  Object.defineProperty(context, 'state', { get: () => audio.state })
  const audio: FakeAudio = {
    context: context as unknown as AudioContext,
    tones,
    state: 'suspended',
    isBlocked: false,
    advance(seconds) {
      now += seconds
      for (const tone of tones) {
        if (tone.hasEnded || !(tone.stopsAt <= now)) continue
        tone.hasEnded = true
        endings.get(tone)?.()
      }
    },
  }
  return audio
}
