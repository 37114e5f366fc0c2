import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'
import { describe, expect, it } from 'vitest'
import { createStore } from '../../browser/external-store.ts'
import { NO_DECISIONS } from '../../live/decisions.ts'
import type { LiveEvent } from '../../live/live-events.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { makeRead } from '../../testing/reads.ts'
import { followDecisions } from './follow-decisions.ts'

const OF_GATE = { reason: 'denied', rule: 1, marked: false, mode: 'observe', count: 1 }

function open() {
  const clock = createFakeClock()
  const decisions = createStore(NO_DECISIONS)
  let tell: (events: readonly LiveEvent[]) => void = () => {}
  const feed = {
    subscribe(listener: typeof tell) {
      tell = listener
      return () => (tell = () => {})
    },
  }
  const stop = followDecisions({ feed, decisions }, clock)
  let changes = 0
  decisions.subscribe(() => (changes += 1))
  const decide = (...events: object[]) =>
    tell(events.map((event) => ({ kind: 'decision', event }) as LiveEvent))
  const decided = (read: string | null, more: object = {}) => {
    return { ...makeRead(`${read}-d`, clock.now()), read, verdict: 'deny', ...OF_GATE, ...more }
  }
  return { clock, decisions, decide, decided, stop, changes: () => changes }
}

describe('what gates decide', () => {
  it('is shown of the read that the event names, as word and shape, with its reason', () => {
    const { decisions, decide, decided } = open()
    decide(decided('a-1'), decided('a-2', { verdict: 'allow', reason: 'hours', marked: true }))
    expect(decisions.get()({ id: 'a-1' })).toMatchObject({
      text: '◆ no pasa',
      reason: 'denied',
      mode: 'observe',
    })
    expect(decisions.get()({ id: 'a-2' })?.text).toBe('▲ pasa, marcado')
    expect(decisions.get()({ id: 'a-3' })).toBeUndefined()
  })

  it('is the verdict alone where the hub tells no more, as at a wall', () => {
    const { decisions, decide, decided } = open()
    const { reason: _, rule: __, marked: ___, mode: ____, count: _____, ...told } = decided('a-1')
    decide(told)
    const { mark: ______, ...shown } = decisions.get()({ id: 'a-1' }) ?? { mark: null }
    expect(shown).toEqual({ verdict: 'deny', text: '◆ no pasa' })
  })

  it('is of no read where the event names none, or is none', () => {
    const { decisions, decide, decided, changes } = open()
    decide(decided(null), { read: 'a-1', verdict: null }, { ...decided('a-1'), verdict: {} })
    expect(changes()).toBe(0)
    expect(decisions.get()({ id: 'a-1' })).toBeUndefined()
  })

  it('is known of stored reads by their rows', () => {
    const { decisions } = open()
    const decision = { verdict: 'allow', reason: 'allowed', mode: 'observe' }
    expect(decisions.get()({ id: 'a-1', decision })?.text).toBe('● pasa')
  })

  it('has one mark for all that look alike: a row does not change for another', () => {
    const { decisions, decide, decided } = open()
    decide(decided('a-1'), decided('a-2', { reason: 'expired' }))
    const of = decisions.get()
    expect(of({ id: 'a-1' })?.mark).toBe(of({ id: 'a-2' })?.mark)
  })

  it('changes what is drawn at once, and in a flood four times a second', () => {
    const { decisions, decide, decided, clock, changes } = open()
    clock.advance(250)
    decide(decided('a-0'))
    expect(changes()).toBe(1)
    for (let n = 1; n <= 60; n++) {
      decide(decided(`a-${n}`))
      clock.advance(16)
    }
    expect(changes()).toBe(4)
    clock.advance(250)
    expect(decisions.get()({ id: 'a-60' })).toBeDefined()
    const last = changes()
    clock.advance(2000)
    expect(changes()).toBe(last)
  })

  it('forgets the oldest beyond what a live list holds', () => {
    const { decisions, decide, decided, clock } = open()
    for (let n = 0; n <= LIVE_BUFFER_READS; n++) decide(decided(`a-${n}`))
    clock.advance(250)
    expect(decisions.get()({ id: 'a-0' })).toBeUndefined()
    expect(decisions.get()({ id: 'a-1' })).toBeDefined()
    expect(decisions.get()({ id: `a-${LIVE_BUFFER_READS}` })).toBeDefined()
  })

  it('is heard no more once it is stopped', () => {
    const { decisions, decide, decided, stop, clock } = open()
    decide(decided('a-1'))
    stop()
    decide(decided('a-2'))
    clock.advance(1000)
    expect(decisions.get()({ id: 'a-2' })).toBeUndefined()
  })
})
