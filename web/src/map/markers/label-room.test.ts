import { expect, it } from 'vitest'
import { crowdedLabels } from './label-room.ts'

const at = (x: number, y: number, width = 100) => ({ x, y, width, height: 32 })

it('leaves the first of those that would cover each other', () => {
  expect(crowdedLabels([at(0, 0), at(2, 1), at(99, 0)])).toEqual([false, true, true])
  expect(crowdedLabels([at(0, 0), at(100, 0), at(0, 70)])).toEqual([false, false, false])
})

it('gives the room of one that has none to the next', () => {
  expect(crowdedLabels([at(0, 0), at(60, 0), at(120, 0)])).toEqual([false, true, false])
})

it('keeps the shapes of others free, before and after it', () => {
  expect(crowdedLabels([at(0, 0), at(0, 35)])).toEqual([true, false])
  expect(crowdedLabels([at(0, 35), at(0, 0)])).toEqual([false, true])
})
