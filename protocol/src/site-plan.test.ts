import { expect, it } from 'vitest'
import type { SitePlanPoint } from './api/site-plan.ts'
import { metresBetween, placePlan, planFault } from './site-plan.ts'

const SIZE = { width: 400, height: 300 }
const at = (x: number, y: number, lat: number, lon: number): SitePlanPoint => ({ x, y, lat, lon })

/** Where a pixel lies by the place that two points give, in degrees. */
function placed(
  points: readonly [SitePlanPoint, SitePlanPoint],
  x: number,
  y: number,
): [number, number] {
  const { left, top, a, b } = placePlan(points)
  const [east, south] = [left + a * x - b * y, top + b * x + a * y]
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - 2 * south))) * 180) / Math.PI
  return [lat, (east - 0.5) * 360]
}

it('puts both points where they are, whatever the turn and the scale', () => {
  for (const [p, q] of [
    [at(0, 0, 4.712, -74.073), at(400, 300, 4.711, -74.072)],
    [at(10, 280, 4.712, -74.073), at(390, 20, 4.711, -74.072)],
    [at(200, 0, -54.8, -68.3), at(200, 300, -54.79, -68.31)],
    [at(0, 150, 71.17, 25.78), at(400, 150, 71.17, 25.77)],
  ] as const) {
    for (const { x, y, lat, lon } of [p, q]) {
      const [north, east] = placed([p, q], x, y)
      expect(north).toBeCloseTo(lat, 9)
      expect(east).toBeCloseTo(lon, 9)
    }
  }
})

it('is not mirrored: what is right of a line in the picture is south of one to the east', () => {
  const points = [at(0, 0, 4.71, -74.08), at(400, 0, 4.71, -74.07)] as const
  expect(placed(points, 200, 300)[0]).toBeLessThan(4.71)
  const turned = [at(0, 0, 4.71, -74.07), at(400, 0, 4.71, -74.08)] as const
  expect(placed(turned, 200, 300)[0]).toBeGreaterThan(4.71)
})

it('goes the shorter way across 180° of longitude', () => {
  const points = [at(0, 0, -16.8, 179.999), at(400, 0, -16.8, -179.999)] as const
  expect(planFault(points, SIZE)).toBeNull()
  expect(placed(points, 200, 0)[1]).toBeCloseTo(180, 9)
  expect(placed(points, 400, 0)[1]).toBeCloseTo(180.001, 9)
  const back = [points[1], points[0]] as const
  expect(placed(back, 200, 0)[1]).toBeCloseTo(-180, 9)
  expect(metresBetween(...points)).toBeCloseTo(213, 0)
})

it.each([
  ['outside', at(-1, 0, 4.71, -74.08), at(400, 0, 4.71, -74.07)],
  ['outside', at(0, 0, 4.71, -74.08), at(400, 301, 4.71, -74.07)],
  ['outside', at(NaN, 0, 4.71, -74.08), at(400, 300, 4.71, -74.07)],
  ['same pixel', at(9, 9, 4.71, -74.08), at(9, 9, 4.71, -74.07)],
  ['same pixel', at(9, 9, 4.71, -74.08), at(20, 9, 4.71, -74.07)],
  ['same place', at(0, 0, 4.71, -74.08), at(400, 0, 4.71, -74.08)],
  ['same place', at(0, 0, 4.71, -74.08), at(400, 0, 4.710_001, -74.08)],
  ['same place', at(0, 0, 4.71, 180), at(400, 0, 4.71, -180)],
  ['too far', at(0, 0, 4.71, -74.08), at(400, 0, -74.08, 4.71)],
  ['too far', at(0, 0, 4.71, -74.08), at(400, 0, 4.71, -75.08)],
  ['near a pole', at(0, 0, 90, 0), at(400, 0, 89.999, 0)],
  ['near a pole', at(0, 0, 4.71, 0), at(400, 0, -85.01, 0)],
] as const)('is %s by %o and %o', (fault, p, q) => {
  expect(planFault([p, q], SIZE)).toBe(fault)
})
