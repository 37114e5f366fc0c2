import type { BrowserContext, Page } from 'playwright-core'

/** One tone that a page gave to the browser's own audio; times in seconds of the audio context. */
export interface HeardTone {
  type: OscillatorType
  frequencies: [value: number, at: number][]
  gains: [value: number, at: number][]
  startedAt: number
  stopsAt: number
  /** The time of day at which it was asked for, in milliseconds. */
  askedAt: number
  hasEnded: boolean
}

/** Has every page of the context note what it plays, while it plays. */
export async function recordTones(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    type Step = [value: number, at: number]
    const tones: HeardTone[] = []
    Object.assign(globalThis, { tones })
    const steps = new WeakMap<AudioParam, Step[]>()
    type Call<Self, Input> = (this: Self, input: Input, at?: number) => unknown
    const original = <Self, Input>(owner: Self, name: string) =>
      Reflect.get(Object(owner), name) as Call<Self, Input>
    for (const name of ['setValueAtTime', 'linearRampToValueAtTime'] as const) {
      const call = original<AudioParam, number>(AudioParam.prototype, name)
      AudioParam.prototype[name] = function (value, at) {
        const known = steps.get(this) ?? []
        steps.set(this, known)
        known.push([value, at])
        call.call(this, value, at)
        return this
      }
    }
    const tonesOf = new WeakMap<AudioNode, HeardTone>()
    type Source = AudioScheduledSourceNode
    const start = original<Source, number>(AudioScheduledSourceNode.prototype, 'start')
    const stop = original<Source, number>(AudioScheduledSourceNode.prototype, 'stop')
    AudioScheduledSourceNode.prototype.start = function (at = 0) {
      const tone = tonesOf.get(this)
      if (!tone || !(this instanceof OscillatorNode)) throw new Error('this tone is not connected')
      tone.type = this.type
      tone.frequencies = steps.get(this.frequency) ?? []
      tone.startedAt = at
      tones.push(tone)
      this.addEventListener('ended', () => (tone.hasEnded = true))
      start.call(this, at)
    }
    AudioScheduledSourceNode.prototype.stop = function (at = 0) {
      const tone = tonesOf.get(this)
      if (tone) tone.stopsAt = at
      stop.call(this, at)
    }
    const connect = original<AudioNode, AudioNode>(AudioNode.prototype, 'connect')
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (this instanceof OscillatorNode && to instanceof GainNode) {
        const gains: Step[] = []
        steps.set(to.gain, gains)
        tonesOf.set(this, {
          type: this.type,
          frequencies: [],
          gains,
          startedAt: Number.NaN,
          stopsAt: Number.NaN,
          askedAt: Date.now(),
          hasEnded: false,
        })
      }
      return connect.call(this, to)
    } as typeof AudioNode.prototype.connect
  })
}

/** What the page has played so far. */
export function heardTones(page: Page): Promise<HeardTone[]> {
  return page.evaluate(() => Reflect.get(globalThis, 'tones') as HeardTone[])
}
