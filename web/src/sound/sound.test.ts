import { describe, expect, it } from 'vitest'
import { createFakeAudio } from '../testing/fake-audio.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { createSound, type SoundOptions, type SoundPhase } from './sound.ts'

interface Start {
  isBlocked?: boolean
  stored?: Record<string, string>
  openChannel?: SoundOptions['openChannel']
}

/** The sounds of a page on which a screen is open, with a tab of its own. */
async function open(start: Start = {}) {
  const { isBlocked = false, stored = { live_rfid_soundOn: '1' }, openChannel = () => null } = start
  const audio = Object.assign(createFakeAudio(), { isBlocked })
  const clock = createFakeClock()
  const storage = createFakeStorage()
  for (const [key, value] of Object.entries(stored)) storage.setItem(key, value)
  const page = new EventTarget()
  let contexts = 0
  const sound = createSound({
    clock,
    storage,
    page,
    isHidden: () => false,
    openContext() {
      contexts += 1
      return audio.context
    },
    openChannel,
    tabId: 'a',
  })
  const phases: SoundPhase[] = []
  sound.phase.subscribe(() => phases.push(sound.phase.get()))
  const close = sound.open()
  const pass = async (ms: number) => {
    audio.advance(ms / 1000)
    clock.advance(ms)
    await settle()
  }
  await settle()
  const read = (uid: string, at = clock.now()) => sound.read({ uid, at })
  const gesture = async (name = 'click') => {
    page.dispatchEvent(new Event(name))
    await settle()
  }
  return {
    audio,
    clock,
    close,
    contexts: () => contexts,
    gesture,
    page,
    pass,
    phases,
    read,
    sound,
    storage,
  }
}
/** Until what the audio promised has come. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const pitches = ({ tones }: { tones: { frequencies: { value: number }[] }[] }) =>
  tones.map(({ frequencies }) => [...new Set(frequencies.map(({ value }) => value))])

describe('reads', () => {
  it('sound at 1000 Hz, and at 750 Hz within 60 s of the same tag', async () => {
    const { audio, clock, pass, read } = await open()
    const start = clock.now()
    read('A', start)
    await pass(59_999)
    read('A', start + 59_999)
    await pass(3000)
    read('B', start)
    await pass(3000)
    read('B', start + 60_000)
    expect(pitches(audio)).toEqual([[1000], [750], [1000], [1000]])
    for (const { startedAt, stopsAt, type, gains } of audio.tones) {
      expect(stopsAt - startedAt).toBeCloseTo(3)
      expect([type, gains[1]?.value]).toEqual(['sine', 0.25])
    }
  })

  it('sound at most once in 2.5 s over all kinds, and one at a time', async () => {
    const { audio, pass, read, sound } = await open()
    read('A')
    read('B')
    sound.toast()
    await pass(2499)
    sound.toast()
    read('C')
    expect(audio.tones).toHaveLength(1)
    await pass(1)
    sound.toast()
    expect(pitches(audio)).toEqual([[1000], [950]])
    const [first, second] = audio.tones
    expect(first?.stopsAt).toBeCloseTo((second?.startedAt ?? 0) + 0.02)
    read('D')
    expect(audio.tones).toHaveLength(2)
  })

  it('are 2.5 s apart where the first had to wait until no other tab answered', async () => {
    const { audio, pass, read } = await open({
      openChannel: () => ({ post() {}, listen() {} }),
    })
    read('A')
    expect(audio.tones).toHaveLength(0)
    await pass(400)
    expect(audio.tones).toHaveLength(1)
    await pass(2499)
    read('B')
    expect(audio.tones).toHaveLength(1)
    await pass(1)
    read('C')
    expect(audio.tones).toHaveLength(2)
  })

  it('count as repeats whether they were heard or not', async () => {
    const { audio, pass, read } = await open()
    read('A')
    read('B')
    await pass(2500)
    read('B')
    expect(pitches(audio)).toEqual([[1000], [750]])
  })

  it('that are urgent warble 250 Hz higher, in the chosen wave and volume', async () => {
    const { audio, pass, read, sound } = await open()
    sound.preferences.change({ tone: 'urgent', wave: 'square', volume: 0.8 })
    read('A')
    await pass(2500)
    read('A')
    expect(pitches(audio)).toEqual([
      [1000, 1250],
      [750, 1000],
    ])
    expect(audio.tones.map(({ type }) => type)).toEqual(['square', 'square'])
    expect(audio.tones[0]?.gains[1]?.value).toBe(0.8)
    expect(audio.tones[0]?.frequencies.length).toBeGreaterThan(8)
  })

  it('that nobody could hear do not play', async () => {
    const { audio, phases, read, sound } = await open()
    sound.preferences.change({ volume: 0 })
    read('A')
    expect(audio.tones).toEqual([])
    expect(phases).not.toContain('playing')
  })
})

describe('a toast', () => {
  it('sounds as the alert does by default, in the volume of the page', async () => {
    const { audio, sound } = await open()
    sound.preferences.change({ tone: 'urgent', wave: 'square', volume: 0.5 })
    sound.toast()
    expect(pitches(audio)).toEqual([[950]])
    expect(audio.tones[0]).toMatchObject({ type: 'sine', startedAt: 10, stopsAt: 13 })
    expect(audio.tones[0]?.gains[1]?.value).toBe(0.5)
  })
})

describe('sound', () => {
  it('asks for no audio before it is on and a screen is open, and then once', async () => {
    const { audio, close, contexts, pass, read, sound, phases } = await open({ stored: {} })
    read('A')
    sound.toast()
    sound.test()
    await pass(5000)
    expect([contexts(), audio.tones.length, sound.phase.get()]).toEqual([0, 0, 'off'])
    close()
    sound.preferences.change({ isOn: true })
    expect(contexts()).toBe(0)
    const closeAgain = sound.open()
    await settle()
    expect(sound.phase.get()).toBe('ready')
    closeAgain()
    closeAgain()
    sound.open()
    await settle()
    expect([contexts(), sound.phase.get()]).toEqual([1, 'ready'])
    expect(phases).not.toContain('blocked')
  })

  it('is silent at once when it is switched off, and rests', async () => {
    const { audio, pass, read, sound } = await open()
    read('A')
    await pass(500)
    sound.preferences.change({ isOn: false })
    await settle()
    expect(audio.tones[0]?.stopsAt).toBeCloseTo(10.52)
    expect([audio.state, sound.phase.get()]).toEqual(['suspended', 'off'])
    await pass(5000)
    read('B')
    expect(audio.tones).toHaveLength(1)
    sound.preferences.change({ isOn: true })
    await settle()
    read('C')
    expect(audio.tones).toHaveLength(2)
  })

  it('follows a sound-toggle event of the page', async () => {
    const { page, read, audio, sound, storage } = await open()
    page.dispatchEvent(new CustomEvent('sound-toggle', { detail: { on: false } }))
    read('A')
    expect([audio.tones.length, sound.phase.get()]).toEqual([0, 'off'])
    expect(storage.getItem('live_rfid_soundOn')).toBe('0')
  })

  it('tells while it plays, and stops when asked to', async () => {
    const { audio, pass, phases, read, sound } = await open()
    read('A')
    expect(sound.phase.get()).toBe('playing')
    await pass(3000)
    expect(sound.phase.get()).toBe('ready')
    read('B')
    await pass(100)
    sound.stop()
    expect(sound.phase.get()).toBe('ready')
    expect(audio.tones[1]?.stopsAt).toBeCloseTo(13.12)
    await pass(3000)
    expect(phases).toEqual(['ready', 'playing', 'ready', 'playing', 'ready'])
  })

  it('is blocked until a gesture, and nothing waits to sound then', async () => {
    const { audio, gesture, pass, read, sound } = await open({ isBlocked: true })
    expect(sound.phase.get()).toBe('off')
    await pass(400)
    expect(sound.phase.get()).toBe('blocked')
    read('A')
    sound.toast()
    audio.isBlocked = false
    await gesture('keydown')
    expect([sound.phase.get(), audio.tones.length]).toEqual(['ready', 0])
    read('B')
    expect(audio.tones).toHaveLength(1)
  })

  it('takes a gesture that comes before it is known to be blocked', async () => {
    const { audio, gesture, pass, phases } = await open({ isBlocked: true })
    audio.isBlocked = false
    await gesture()
    await pass(400)
    expect(phases).toEqual(['ready'])
  })

  it('is blocked again when the system takes the audio away', async () => {
    const { audio, sound, pass } = await open()
    await pass(400)
    await audio.context.suspend()
    expect(sound.phase.get()).toBe('blocked')
    sound.unblock()
    await settle()
    expect(sound.phase.get()).toBe('ready')
  })

  it('can be tried at once, as often as one likes, and unblocks by that', async () => {
    const { audio, pass, read, sound } = await open({ isBlocked: true })
    await pass(400)
    audio.isBlocked = false
    sound.test()
    await settle()
    sound.test()
    expect(pitches(audio)).toEqual([[1000], [1000]])
    read('A')
    expect(audio.tones).toHaveLength(3)
  })

  it('ignores what the browser throws', async () => {
    const clock = createFakeClock()
    const sound = createSound({
      clock,
      storage: createFakeStorage(),
      page: new EventTarget(),
      isHidden: () => false,
      openContext() {
        throw new DOMException('no device', 'NotSupportedError')
      },
      openChannel: () => null,
      tabId: 'a',
    })
    sound.open()
    sound.preferences.change({ isOn: true })
    sound.read({ uid: 'A', at: 1 })
    sound.test()
    clock.advance(1000)
    sound.unblock()
    sound.stop()
    expect(sound.phase.get()).toBe('blocked')
    const { audio, read, sound: other } = await open()
    Object.assign(audio.context, {
      createGain() {
        throw new DOMException('closed', 'InvalidStateError')
      },
    })
    read('A')
    expect(other.phase.get()).toBe('ready')
  })
})
