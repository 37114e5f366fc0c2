import { describe, expect, it } from 'vitest'
import { ReaderConfig } from './reader-config.ts'
import { READER_TYPES } from './reader-types.ts'

const types = Object.keys(READER_TYPES)
const faultOf = (type?: string) => ReaderConfig.safeParse({ id: 'gate', type }).error?.issues[0]

describe('READER_TYPES', () => {
  it('stand under the type of their schema', () => {
    const ofSchemas = Object.values(READER_TYPES).map(({ schema }) => schema.shape.type.value)
    expect(types).toEqual(ofSchemas)
  })
})

describe('ReaderConfig', () => {
  it('names every supported type where the type is none of them', () => {
    const use = `use ${types.join(' o ')}`
    expect(faultOf()?.message).toBe(`falta; ${use}`)
    expect(faultOf('lime')?.message).toBe(`"lime" no es un tipo de lector; ${use}`)
  })
})
