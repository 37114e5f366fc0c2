import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createSoundingTab, type TabMessage } from './sounding-tab.ts'

/** Tabs of one browser; messages arrive when the test says so. */
function openBrowser() {
  const clock = createFakeClock()
  const listeners = new Map<string, (message: TabMessage) => void>()
  const frozen = new Set<string>()
  let queue: { to: string; message: TabMessage }[] = []
  const deliver = () => {
    while (queue.length > 0) {
      const [next] = queue.splice(0, 1)
      if (next && !frozen.has(next.to)) listeners.get(next.to)?.(next.message)
    }
  }
  const settle = () => {
    for (let i = 0; i < 20; i++) {
      deliver()
      clock.advance(100)
    }
    deliver()
  }
  const openTab = (id: string) => {
    let isHidden = false
    let look = () => {}
    const tab = createSoundingTab({
      id,
      clock,
      isHidden: () => isHidden,
      onVisibility: (listener) => void (look = listener),
      openChannel: () => ({
        post(message) {
          if (frozen.has(id)) return
          for (const to of listeners.keys()) if (to !== id) queue.push({ to, message })
        },
        listen: (listener) => void listeners.set(id, listener),
      }),
    })
    return {
      tab,
      owner: () => tab.owner.get(),
      /** True where the sound was made here. */
      sounds() {
        let count = 0
        tab.sound(() => count++)
        settle()
        return count
      },
      hide() {
        isHidden = true
        look()
      },
      show() {
        isHidden = false
        look()
      },
      crash() {
        listeners.delete(id)
        frozen.add(id)
      },
      freeze: () => void frozen.add(id),
      thaw: () => void frozen.delete(id),
    }
  }
  return { clock, deliver, settle, openTab, drop: () => void (queue = []) }
}

it('a tab alone sounds, and the first sound waits for the answer that does not come', () => {
  const { clock, openTab } = openBrowser()
  const { tab, owner } = openTab('a')
  let count = 0
  tab.sound(() => count++)
  expect(count).toBe(0)
  tab.join()
  expect(owner()).toBeNull()
  tab.sound(() => count++)
  clock.advance(399)
  expect(count).toBe(0)
  clock.advance(1)
  expect([owner(), count]).toEqual(['this', 1])
  tab.sound(() => count++)
  expect(count).toBe(2)
})

it('a tab sounds where the browser cannot connect tabs', () => {
  const { clock } = openBrowser()
  const options = { id: 'a', clock, isHidden: () => false, onVisibility: () => {} }
  const tab = createSoundingTab({ ...options, openChannel: () => null })
  tab.join()
  let count = 0
  tab.sound(() => count++)
  expect(count).toBe(1)
})

it('a second tab is silent, and sounds after the first has left', () => {
  const { settle, openTab } = openBrowser()
  const [a, b] = [openTab('a'), openTab('b')]
  b.tab.join()
  settle()
  a.tab.join()
  settle()
  expect([a.owner(), b.owner()]).toEqual(['other', 'this'])
  expect([a.sounds(), b.sounds()]).toEqual([0, 1])
  b.tab.leave()
  settle()
  expect([a.owner(), b.owner()]).toEqual(['this', null])
  expect([a.sounds(), b.sounds()]).toEqual([1, 0])
})

it('the sound that finds the other tab crashed is made, once, by one of the rest', () => {
  const { clock, deliver, settle, openTab } = openBrowser()
  const tabs = ['a', 'b', 'c'].map(openTab)
  const [a, b, c] = tabs
  if (!a || !b || !c) throw new Error('three tabs were opened')
  for (const one of tabs) {
    one.tab.join()
    settle()
  }
  a.crash()
  let count = 0
  c.tab.sound(() => count++)
  b.tab.sound(() => count++)
  deliver()
  clock.advance(400)
  deliver()
  settle()
  expect(count).toBe(1)
  expect(new Set([b.owner(), c.owner()])).toEqual(new Set(['this', 'other']))
})

it('a visible tab takes over from a hidden one, whichever came first', () => {
  const { deliver, settle, openTab } = openBrowser()
  const [a, b] = [openTab('a'), openTab('b')]
  a.tab.join()
  settle()
  b.tab.join()
  settle()
  a.hide()
  deliver()
  expect([a.owner(), b.owner()]).toEqual(['other', 'this'])
  a.show()
  settle()
  expect([a.owner(), b.owner()]).toEqual(['other', 'this'])
  b.hide()
  a.hide()
  settle()
  expect(new Set([a.owner(), b.owner()])).toEqual(new Set(['this', 'other']))
  a.show()
  settle()
  expect([a.owner(), b.owner()]).toEqual(['this', 'other'])
})

it('a tab that was frozen gives way, or takes over again, but never sounds beside another', () => {
  const { settle, openTab } = openBrowser()
  const [a, b] = [openTab('a'), openTab('b')]
  a.tab.join()
  settle()
  b.tab.join()
  settle()
  a.freeze()
  expect(b.sounds()).toBe(1)
  a.thaw()
  a.show()
  settle()
  expect([a.owner(), b.owner()]).toEqual(['this', 'other'])
  expect([a.sounds(), b.sounds()]).toEqual([1, 0])
})

it('whatever tabs do, in the end one sounds, and it is a visible one if there is one', () => {
  const names = ['a', 'b', 'c', 'd']
  const step = fc.record({
    who: fc.integer({ min: 0, max: names.length - 1 }),
    what: fc.constantFrom('join', 'leave', 'hide', 'show', 'sound', 'crash', 'wait', 'deliver'),
    ms: fc.nat(500),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { clock, deliver, settle, openTab } = openBrowser()
      const tabs = names.map((name) => ({
        ...openTab(name),
        isIn: false,
        isHidden: false,
        isDead: false,
      }))
      for (const { who, what, ms } of steps) {
        const one = tabs[who]
        if (!one || one.isDead) continue
        if (what === 'wait') clock.advance(ms)
        else if (what === 'deliver') deliver()
        else if (what === 'sound') one.tab.sound(() => {})
        else if (what === 'join' || what === 'leave') {
          one.tab[what]()
          one.isIn = what === 'join'
        } else if (what === 'crash') {
          one.crash()
          one.isDead = true
        } else {
          one[what]()
          one.isHidden = what === 'hide'
        }
      }
      settle()
      const alive = tabs.filter((one) => one.isIn && !one.isDead)
      // Nobody misses a tab that crashed before there is something to sound.
      let count = 0
      for (const one of alive) one.tab.sound(() => count++)
      settle()
      expect(count).toBe(alive.length > 0 ? 1 : 0)
      const owners = alive.filter((one) => one.owner() === 'this')
      expect(owners).toHaveLength(alive.length > 0 ? 1 : 0)
      if (alive.some((one) => !one.isHidden)) expect(owners[0]?.isHidden).toBe(false)
    }),
    { numRuns: runs(300) },
  )
})
