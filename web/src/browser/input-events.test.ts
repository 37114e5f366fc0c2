// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { onInput } from './input-events.ts'

it('hears a key and a press, also where the page keeps them from others', () => {
  const heard = vi.fn()
  onInput(window, heard)
  const box = document.createElement('div')
  document.body.append(box)
  box.addEventListener('keydown', (event) => event.stopPropagation())
  box.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
  box.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  expect(heard).toHaveBeenCalledTimes(2)
  box.remove()
})

it('hears a mouse that moves, and not a page that moves below it', () => {
  const heard = vi.fn()
  onInput(window, heard)
  const move = (screenX: number) =>
    window.dispatchEvent(new MouseEvent('pointermove', { screenX, screenY: 3 }))
  move(10)
  move(10)
  expect(heard).not.toHaveBeenCalled()
  move(11)
  move(11)
  expect(heard).toHaveBeenCalledTimes(1)
})
