import { describe, expect, it, vi } from 'vitest'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { createDialogs, type DialogSurface, type Notice } from './dialogs.ts'

function open(stored?: string) {
  const storage = createFakeStorage()
  if (stored) storage.setItem('notices_shown', stored)
  const shown: Notice[] = []
  const surface: DialogSurface = {
    View: () => null,
    show: (notice) => shown.push(notice),
    ask: async () => true,
    prompt: async () => 'x',
    open: () => {},
  }
  let isAway = false
  const plain: string[] = []
  const dialogs = createDialogs({
    loadSurface: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(surface)),
    showPlainly: (text) => plain.push(text),
    storage,
    now: () => 7,
  })
  /** The texts that have come up, once everything asked for is drawn. */
  const texts = async () => {
    await dialogs.confirm({ text: 'x' })
    return shown.map((notice) => notice.text)
  }
  return { dialogs, storage, texts, plain, goAway: () => (isAway = true) }
}

describe('dialogs', () => {
  it.each([
    ['all', ['saved', 'broken']],
    ['errors', ['broken']],
    ['none', []],
    ['nonsense', ['saved', 'broken']],
  ])('show what the choice «%s» lets through and keep all of it', async (choice, expected) => {
    const { dialogs, texts } = open(choice)
    dialogs.notify('success', 'saved')
    dialogs.notify('error', 'broken')
    expect(await texts()).toEqual(expected)
    expect(dialogs.state.get().notices).toEqual([
      { id: 2, tone: 'error', text: 'broken', at: 7 },
      { id: 1, tone: 'success', text: 'saved', at: 7 },
    ])
  })

  it('remember the choice', () => {
    const { dialogs, storage } = open()
    dialogs.choose('errors')
    expect(storage.getItem('notices_shown')).toBe('errors')
    expect(dialogs.state.get().choice).toBe('errors')
  })

  it('keep the newest fifty', () => {
    const { dialogs } = open('none')
    for (let i = 1; i <= 51; i++) dialogs.notify('info', String(i))
    const { notices } = dialogs.state.get()
    expect(notices).toHaveLength(50)
    expect(notices[0]?.text).toBe('51')
  })

  it('take a question that cannot be asked as refused', async () => {
    const { dialogs, plain, goAway } = open()
    expect(await dialogs.confirm({ text: 'x' })).toBe(true)
    expect(plain).toEqual([])
    goAway()
    expect(await dialogs.confirm({ text: 'x' })).toBe(false)
    expect(await dialogs.prompt({ text: 'x' })).toBeNull()
    expect(plain).toEqual(['Sin conexión con el hub', 'Sin conexión con el hub'])
    dialogs.notify('error', 'lost')
    await vi.waitFor(() => expect(plain.at(-1)).toBe('lost'))
    expect(dialogs.state.get().notices[0]?.text).toBe('lost')
  })

  it('tell which notice nobody saw: by choice, or since it could not be drawn', async () => {
    const { dialogs, texts, goAway } = open('errors')
    const unseen = () => dialogs.state.get().unseen?.text
    dialogs.notify('error', 'seen')
    expect(await texts()).toEqual(['seen'])
    expect(unseen()).toBeUndefined()
    dialogs.notify('warning', 'not wanted')
    expect(unseen()).toBe('not wanted')
    goAway()
    dialogs.notify('error', 'lost')
    await texts()
    expect(unseen()).toBe('lost')
  })
})
