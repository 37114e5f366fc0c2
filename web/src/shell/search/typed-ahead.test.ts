// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accented, createTyped } from './typed-ahead.ts'

let ahead: HTMLInputElement
let [from, other] = [document.createElement('a'), document.createElement('a')]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ahead = document.createElement('input')
  ;[from, other] = ['1', '2'].map((name) =>
    Object.assign(document.createElement('a'), { href: `#${name}` }),
  ) as [HTMLAnchorElement, HTMLAnchorElement]
  document.body.replaceChildren(from, other, ahead)
  ahead.focus()
})
afterEach(() => vi.useRealTimers())

function write(value: string, event = 'input'): void {
  ahead.value = value
  ahead.dispatchEvent(new Event(event))
}

it('gives what was typed once, and the focus back', () => {
  const typed = createTyped(ahead, from)
  ahead.value = 'peña'
  expect(typed()).toBe('peña')
  expect(typed()).toBe('')
  expect(ahead.isConnected).toBe(false)
  expect(document.activeElement).toBe(from)
})

it('brings nobody back who went elsewhere, now or when a dialog gives the focus back', () => {
  const typed = createTyped(ahead, from)
  other.focus()
  typed()
  expect(document.activeElement).toBe(other)
  other.blur()
  ahead.focus()
  expect(document.activeElement).toBe(other)
})

it('is given the focus by a dialog for the element that had it', () => {
  const typed = createTyped(ahead, from)
  const field = document.createElement('input')
  const dialog = Object.assign(document.createElement('section'), { role: 'dialog' })
  dialog.setAttribute('role', 'dialog')
  dialog.append(field)
  document.body.append(dialog)
  field.focus()
  typed()
  dialog.remove()
  ahead.focus()
  expect(document.activeElement).toBe(from)
})

it('waits for the letter of an accent, and for nothing else', async () => {
  await accented(ahead)
  write('pe')
  await accented(ahead)
  write('pe~')
  const isDone = vi.fn<() => void>()
  const waiting = accented(ahead).then(isDone)
  write('pe~')
  await Promise.resolve()
  expect(isDone).not.toHaveBeenCalled()
  write('peñ', 'compositionend')
  await waiting
})

it('takes an accent for itself after a second', async () => {
  write('~')
  const waiting = accented(ahead)
  vi.advanceTimersByTime(1000)
  await waiting
})
