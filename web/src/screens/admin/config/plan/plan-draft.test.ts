import { describe, expect, it } from 'vitest'
import { draftOf, pointFaults, readPoint } from './plan-draft.ts'

const SIZE = { width: 400, height: 300 }
const POINT = { x: 40, y: 60.5, lat: 4.7121, lon: -74.0733 }
const TYPED = { x: '40', y: '60,5', lat: '4,7121', lng: '-74,0733' }

describe('a typed point of a plan', () => {
  it('is what the plan has, and the other way round', () => {
    const [first, second] = draftOf({ points: [POINT, { ...POINT, x: 1 / 3 }] })
    expect(first).toEqual(TYPED)
    expect(second.x).toBe('0,3')
    expect(readPoint(TYPED, SIZE)).toEqual(POINT)
  })

  it('of a plan that is not placed is empty, and says so of each field', () => {
    const [first] = draftOf({ points: null })
    const missing = 'Falta: márcalo o escríbelo'
    expect(pointFaults(first, SIZE)).toEqual({ x: missing, y: missing, lat: missing, lng: missing })
    expect(readPoint(first, SIZE)).toBeNull()
  })

  it.each([
    ['x', '401', 'Un número de 0 a 400'],
    ['x', '-1', 'Un número de 0 a 400'],
    ['y', '300.5', 'Un número de 0 a 300'],
    ['y', 'abajo', 'Un número de 0 a 300'],
  ] as const)('has no %s of %s', (field, text, fault) => {
    const typed = { ...TYPED, [field]: text }
    expect(pointFaults(typed, SIZE)).toMatchObject({ [field]: fault })
    expect(readPoint(typed, SIZE)).toBeNull()
  })

  it.each([
    ['lat', '91'],
    ['lng', '180.1'],
    ['lng', 'oeste'],
  ] as const)('has no %s of %s', (field, text) => {
    expect(pointFaults({ ...TYPED, [field]: text }, SIZE)[field]).not.toBeNull()
  })
})
