import { describe, expect, it } from 'vitest'
import { evaluateJoin, readJoin, signJoin } from './join-state.ts'

describe('join states', () => {
  it('are read only with the signature and the agent they were made for', () => {
    const state = signJoin('secret', 1, 5)
    expect(readJoin('secret', 1, state)).toBe(5)
    expect(readJoin('secret', 2, state)).toBeNull()
    expect(readJoin('other', 1, state)).toBeNull()
    expect(readJoin('secret', 1, `6${state.slice(1)}`)).toBeNull()
    for (const text of ['', '5', '5.', '.', 'x.y', '-1.z', '9'.repeat(120)]) {
      expect(readJoin('secret', 1, text)).toBeNull()
    }
  })

  it.each([
    [{ confirmed: null, offered: 0 }, 'none', { verdict: 'accepted', confirmed: null, offered: 1 }],
    [{ confirmed: null, offered: 4 }, 'none', { verdict: 'accepted', confirmed: null, offered: 5 }],
    [{ confirmed: 4, offered: 5 }, 4, { verdict: 'accepted', confirmed: 4, offered: 5 }],
    [{ confirmed: 4, offered: 5 }, 5, { verdict: 'accepted', confirmed: 5, offered: 6 }],
    [{ confirmed: 4, offered: 4 }, 4, { verdict: 'accepted', confirmed: 4, offered: 5 }],
    [{ confirmed: 4, offered: 5 }, 9, { verdict: 'restored', confirmed: 9, offered: 10 }],
    [{ confirmed: 4, offered: 5 }, 3, { verdict: 'quarantine' }],
    [{ confirmed: 4, offered: 5 }, 'none', { verdict: 'quarantine' }],
    [{ confirmed: 4, offered: 5 }, 'invalid', { verdict: 'quarantine' }],
  ] as const)('%j shown %s is %j', (before, shown, verdict) => {
    expect(evaluateJoin(before, shown)).toEqual(verdict)
  })
})
