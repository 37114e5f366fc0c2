import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { watchIdleness } from './idleness.ts'

const damaged = createFakeStorage()
damaged.setItem('last_touched_at', 'x')

/** A browser whose tabs share a clock and a storage. */
function openBrowser(storage = createFakeStorage()) {
  const clock = createFakeClock()
  const ask = vi.fn<() => void>()
  const openTab = () => {
    let touch = () => {}
    const idleness = watchIdleness({ clock, storage, onInput: (listener) => (touch = listener) })
    idleness.reportInput(() => {
      ask()
      idleness.report()
    })
    return { report: idleness.report, touch: () => touch() }
  }
  return { clock, storage, ask, openTab }
}

describe('idleness', () => {
  it('grows in whole seconds until somebody touches the page', () => {
    const { clock, openTab } = openBrowser()
    const tab = openTab()
    clock.advance(90_900)
    expect(tab.report()).toBe(90)
    tab.touch()
    clock.advance(2000)
    expect(tab.report()).toBe(2)
  })

  it('is that of the tab that was touched last, and of no page that was just loaded', () => {
    const { clock, openTab } = openBrowser()
    const first = openTab()
    const second = openTab()
    clock.advance(600_000)
    first.touch()
    clock.advance(60_000)
    expect(second.report()).toBe(60)
    expect(openTab().report()).toBe(60)
  })

  it.each([
    ['forbidden', createFakeStorage(0)],
    ['damaged', damaged],
  ])('counts for its own tab where the storage is %s', (_, storage) => {
    const { clock, openTab } = openBrowser(storage)
    const tab = openTab()
    clock.advance(70_000)
    expect(tab.report()).toBe(70)
    tab.touch()
    expect(tab.report()).toBe(0)
  })

  it('is small where the clock was set back, since nobody knows better', () => {
    const { clock, storage, openTab } = openBrowser()
    storage.setItem('last_touched_at', String(clock.now() + 3_600_000))
    const tab = openTab()
    clock.advance(5000)
    expect(tab.report()).toBe(5)
  })
})

describe('an input that no call has told', () => {
  it('is told at once where the last call is a minute old, else when that minute is over', () => {
    const { clock, ask, openTab } = openBrowser()
    const tab = openTab()
    tab.report()
    clock.advance(61_000)
    expect(ask).not.toHaveBeenCalled()
    tab.touch()
    expect(ask).toHaveBeenCalledTimes(1)
    clock.advance(1000)
    tab.touch()
    clock.advance(58_000)
    expect(ask).toHaveBeenCalledTimes(1)
    clock.advance(1000)
    expect(ask).toHaveBeenCalledTimes(2)
    clock.advance(600_000)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is left to a call that is made anyway', () => {
    const { clock, ask, openTab } = openBrowser()
    const tab = openTab()
    tab.report()
    clock.advance(1000)
    tab.touch()
    clock.advance(1000)
    tab.report()
    clock.advance(600_000)
    expect(ask).not.toHaveBeenCalled()
  })

  it('is told once a minute at most, however many tabs are touched without end', () => {
    const { clock, ask, openTab } = openBrowser()
    const tabs = [openTab(), openTab(), openTab()]
    for (let second = 0; second < 600; second++) {
      tabs[second % 3]?.touch()
      clock.advance(1000)
    }
    expect(ask.mock.calls.length).toBeGreaterThanOrEqual(9)
    expect(ask.mock.calls.length).toBeLessThanOrEqual(11)
  })
})
