import { describe, expect, it } from 'vitest'
import { makeRead, makeVehicle } from '../testing/reads.ts'
import { readFilter } from './read-filter.ts'

const read = makeRead('a-1', 0, {
  uid: 'E2801160',
  vehicle: makeVehicle({ plate: 'ÑAB-123', model: 'Renault Mégane', owner: 'José Núñez' }),
  agent: { code: 'Gate-1', name: 'Portón Norte', location: 'Bogotá' },
})
const finds = (text: string, agent = '') => readFilter({ text, agent })?.(read)

describe('a filter of reads', () => {
  it.each(['8011', 'ñab', 'NAB-1', 'megane', 'jose nunez', 'gate-1', 'PORTON', 'bogota', ' e28 '])(
    'finds «%s» in any of the texts, whatever the case and accents',
    (text) => expect(finds(text)).toBe(true),
  )

  it('finds no text across two of them, and nothing else', () => {
    expect(finds('160ñab')).toBe(false)
    expect(finds('xyz')).toBe(false)
  })

  it('takes one agent by its code, whatever the case', () => {
    expect(finds('', 'gate-1')).toBe(true)
    expect(finds('', 'gate')).toBe(false)
    expect(finds('megane', 'gate-2')).toBe(false)
  })

  it('finds a read without a vehicle by the rest', () => {
    const bare = { ...read, vehicle: null, agent: { ...read.agent, location: null } }
    expect(readFilter({ text: 'sin reg', agent: '' })?.(bare)).toBe(true)
    expect(finds('sin reg')).toBe(false)
    expect(readFilter({ text: 'e2801', agent: '' })?.(bare)).toBe(true)
    expect(readFilter({ text: 'null', agent: '' })?.(bare)).toBe(false)
  })

  it('is none where nothing is wanted', () => {
    expect(readFilter({ text: '  ', agent: '' })).toBeNull()
  })
})
