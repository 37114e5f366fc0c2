import { expect, it } from 'vitest'
import { type Box, labelPlaces, type MarkerLabel } from './label-room.ts'

const VIEW = { left: -1000, right: 1000, top: -1000, bottom: 1000 }
const labelSides = (labels: MarkerLabel[], view: Box = VIEW, taken: Box[] = []) =>
  labelPlaces(labels, view, taken).map(({ side }) => side)
const at = (x: number, y: number, width = 100) => ({ x, y, width, height: 32 })

it('leaves the first below its marker, and puts the next above', () => {
  expect(labelSides([at(0, 0), at(2, 1)])).toEqual(['below', 'above'])
  expect(labelSides([at(0, 0), at(100, 0), at(0, 70)])).toEqual(['below', 'below', 'below'])
})

it('puts one that is in the way of another beside it, and hides one that would be too far away', () => {
  const { side, shift } = labelPlaces([at(0, 0), at(2, 1), at(60, 0)], VIEW, [])[2] ?? {}
  expect({ side, shift }).toEqual({ side: 'below', shift: 40 })
  const five = [at(0, 0), at(0, 0), at(0, 0), at(0, 0), at(0, 0), at(120, 0)]
  expect(labelSides(five)).toEqual(['below', 'above', null, null, null, 'below'])
})

it('keeps the shapes of others free, before and after it', () => {
  expect(labelSides([at(0, 0), at(0, 35)])).toEqual(['above', 'below'])
  expect(labelSides([at(0, 35), at(0, 0)])).toEqual(['below', 'above'])
})

it('keeps a label whole at the edge of the map, and leaves one outside where it is', () => {
  const view = { left: 0, right: 320, top: 0, bottom: 400 }
  const labels = [at(10, 100), at(315, 200), at(160, 390), at(160, 250), at(-20, 300), at(340, 50)]
  expect(labelPlaces(labels, view, [])).toEqual([
    { side: 'below', shift: 40 },
    { side: 'below', shift: -45 },
    { side: 'above', shift: 0 },
    { side: 'below', shift: 0 },
    { side: 'below', shift: 0 },
    { side: 'below', shift: 0 },
  ])
})

it('covers no control of the map, and stands beside one', () => {
  const zoom = { left: 10, right: 54, top: 10, bottom: 100 }
  expect(labelPlaces([at(60, 50), at(80, 120), at(300, 50)], VIEW, [zoom])).toEqual([
    { side: 'below', shift: 44 },
    { side: 'below', shift: 0 },
    { side: 'below', shift: 0 },
  ])
  // A marker in the middle of it: beside it, the label would be too far away.
  const wide = { ...zoom, left: -300, right: 300 }
  expect(labelSides([at(60, 50)], VIEW, [wide])).toEqual([null])
})
