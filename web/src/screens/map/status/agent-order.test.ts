import { runs } from '@vehicle-control/protocol/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeAgent } from '../../../testing/agents.ts'
import { createAgentOrder, keepPlaces } from './agent-order.ts'

const codesOf = (agents: readonly { code: string }[]) => agents.map(({ code }) => code)

describe('the order of agents', () => {
  it('is online first, then by name as Spanish has it', () => {
    const agents = ['Zona 10', 'ñandú', 'Oeste', 'zona 9', 'Ébano', 'nave'].map((name) =>
      makeAgent(name, { name }),
    )
    const offline = ['Árbol', 'bodega'].map((name) => makeAgent(name, { name, online: false }))
    const inOrder = codesOf(createAgentOrder()([...offline, ...agents]))
    expect(inOrder.slice(0, 6)).toEqual(['Ébano', 'nave', 'ñandú', 'Oeste', 'zona 9', 'Zona 10'])
    expect(inOrder.slice(6)).toEqual(['Árbol', 'bodega'])
  })

  it('does not depend on what it was before', () => {
    const name = fc.constantFrom('Norte', 'norte', 'Sur', 'Ñ', '')
    const agents = fc.uniqueArray(
      fc.record({ code: fc.stringMatching(/^[a-c]{1,3}$/), name, online: fc.boolean() }),
      { selector: ({ code }) => code },
    )
    fc.assert(
      fc.property(fc.array(agents, { minLength: 1, maxLength: 5 }), (lists) => {
        const order = createAgentOrder()
        const ordered = lists.map((list) =>
          codesOf(order(list.map(({ code, ...rest }) => makeAgent(code, rest)))),
        )
        const anew = (lists.at(-1) ?? []).map(({ code, ...rest }) => makeAgent(code, rest))
        expect(ordered.at(-1)).toEqual(codesOf(createAgentOrder()(anew.toReversed())))
      }),
      { numRuns: runs(100) },
    )
  })

  it('is kept where places are: who comes stands last, and who went is missing', () => {
    const before = [makeAgent('a'), makeAgent('b'), makeAgent('c')]
    const now = [makeAgent('d'), makeAgent('c', { online: false }), makeAgent('a')]
    expect(codesOf(keepPlaces(before, now))).toEqual(['a', 'c', 'd'])
    expect(keepPlaces(before, now)[1]?.online).toBe(false)
  })
})
