import { WALL_EVERY_DEFAULT_S } from '@vehicle-control/protocol/limits'
import { expect, it } from 'vitest'
import { wallBody, wallFaults, wallValues } from './wall-values.ts'

it('asks for no time where one view stands alone, and sends none that nobody saw', () => {
  const { every_s } = wallFaults(null)
  const values = { ...wallValues(null), every_s: '0' }
  expect(every_s('0', values)).not.toBeNull()
  const alone = { ...values, screens: ['map' as const] }
  expect(every_s('0', alone)).toBeNull()
  expect(wallBody(alone)).toMatchObject({ screens: ['map'], every_s: WALL_EVERY_DEFAULT_S })
})
