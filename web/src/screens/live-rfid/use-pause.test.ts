import { expect, it } from 'vitest'
import { createStore } from '../../browser/external-store.ts'
import { pauseOf } from './use-pause.ts'

it('a pause is one a session, and ends with it', () => {
  const state = createStore<{ token: string | null; id: string }>({ token: 'tok', id: '1' })
  const session = { state }
  pauseOf(session).set({ since: 1, reads: [] })
  state.set({ token: 'renewed', id: '1' })
  expect(pauseOf(session).get()).toEqual({ since: 1, reads: [] })
  state.set({ token: 'of another', id: '2' })
  expect(pauseOf(session).get()).toBeNull()
  pauseOf(session).set({ since: 1, reads: [] })
  state.set({ token: null, id: '' })
  expect(pauseOf(session).get()).toBeNull()
  expect(pauseOf({ state })).not.toBe(pauseOf(session))
})
