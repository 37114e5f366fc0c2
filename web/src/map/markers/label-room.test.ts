import { expect, it } from 'vitest'
import { labelSides } from './label-room.ts'

const at = (x: number, y: number, width = 100) => ({ x, y, width, height: 32 })

it('leaves the first below its marker, and puts the next above', () => {
  expect(labelSides([at(0, 0), at(2, 1), at(99, 0)])).toEqual(['below', 'above', null])
  expect(labelSides([at(0, 0), at(100, 0), at(0, 70)])).toEqual(['below', 'below', 'below'])
})

it('gives the room of one that has none to the next', () => {
  const three = [at(0, 0), at(0, 0), at(60, 0), at(120, 0)]
  expect(labelSides(three)).toEqual(['below', 'above', null, 'below'])
})

it('keeps the shapes of others free, before and after it', () => {
  expect(labelSides([at(0, 0), at(0, 35)])).toEqual(['above', 'below'])
  expect(labelSides([at(0, 35), at(0, 0)])).toEqual(['below', 'above'])
})
