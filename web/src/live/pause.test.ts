import { expect, it } from 'vitest'
import { createStore } from '../browser/external-store.ts'
import { pauseOf } from './pause.ts'

it('a pause is one a session, and ends with it', () => {
  const state = createStore<{ token: string | null }>({ token: 'tok' })
  const session = { state }
  pauseOf(session).set({ since: 1, reads: [] })
  state.set({ token: 'renewed' })
  expect(pauseOf(session).get()).toEqual({ since: 1, reads: [] })
  state.set({ token: null })
  expect(pauseOf(session).get()).toBeNull()
  expect(pauseOf({ state })).not.toBe(pauseOf(session))
})
