// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { typeAhead } from './type-ahead.ts'

const reached: string[] = []
const note = ({ key }: KeyboardEvent) => void reached.push(key)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reached.length = 0
  document.addEventListener('keydown', note)
})
afterEach(() => {
  vi.useRealTimers()
  document.removeEventListener('keydown', note)
})

function press(...keys: string[]): void {
  for (const key of keys) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }
}

it('keeps letters from the page, with what is taken back, and gives them once', () => {
  const typed = typeAhead()
  press('a', 'x', 'Backspace', 'b', 'Enter', 'Tab')
  expect(typed()).toBe('ab')
  expect(typed()).toBe('')
  expect(reached).toEqual(['Tab'])
  press('c')
  expect(reached).toEqual(['Tab', 'c'])
})

it.each([
  ['Escape', () => press('Escape')],
  ['a press', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
  ['time', () => vi.advanceTimersByTime(5000)],
])('ends with %s', (_, end) => {
  const typed = typeAhead()
  press('a')
  end()
  reached.length = 0
  press('b')
  expect(reached).toEqual(['b'])
  expect(typed()).toBe('a')
})
