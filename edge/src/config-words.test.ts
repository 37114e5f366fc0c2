import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeFault, parseConfig } from './config-file.ts'
import { InputConfig } from './inputs/input-config.ts'
import { READER_TYPES } from './readers/reader-types.ts'
import { RelaysConfig } from './relays/relay-config.ts'
import { SENSOR_TYPES } from './sensors/sensor-types.ts'

/** What no setting takes, of every kind that JSON has. */
const WRONG = [
  undefined,
  null,
  true,
  -1.5,
  1e12,
  '',
  ' ',
  '~'.repeat(500),
  [],
  [null],
  {},
  { a: 1 },
]
/** Words of a fault that is not Spanish; names of settings and of types stand in it as they are. */
const ENGLISH =
  /\b(?:must|is|are|not|expected|received|invalid|unrecognized|too|should|string|number|with|the|to|and|or|of|such)\b/i

/** The faults of settings that are wrong, one at a time. */
function faultsOf(schema: z.ZodType, keys: readonly string[], good: object): string[] {
  return keys.flatMap((key) =>
    WRONG.flatMap((value) => {
      const { error } = parseConfig(schema, { ...good, [key]: value })
      return error?.issues.map((issue) => describeFault(new z.ZodError([issue]))) ?? []
    }),
  )
}

/** What chooses a type: `type`, `rule`. */
function chosen(schema: z.ZodObject): object {
  const fixed = Object.entries(schema.shape).flatMap(([key, field]) => {
    return field instanceof z.ZodLiteral ? [[key, [...field.values][0]]] : []
  })
  return { id: 'gate', ...Object.fromEntries(fixed) }
}

/** What is said of a setting, without its name and what is quoted: examples, and the setting itself. */
const wordsOf = (fault: string) =>
  fault.replace(/^\S+ /, '').replaceAll(/"[^"]*"|\{.*\}|\[.*\]|[\w.-]+-[\w-]+/g, '')
const isEnglish = (fault: string) => ENGLISH.test(wordsOf(fault))

describe('the faults of a configuration are Spanish', () => {
  const types = [
    ...Object.entries(READER_TYPES).map(([type, { schema }]) => [`reader ${type}`, schema]),
    ...Object.entries(SENSOR_TYPES).map(([type, { schema }]) => [`sensor ${type}`, schema]),
    ...InputConfig.options.map((schema) => [`input ${schema.shape.rule.value}`, schema]),
  ] as [string, z.ZodObject][]
  it.each(types)('%s', (_type, schema) => {
    const faults = faultsOf(schema, Object.keys(schema.shape), chosen(schema))
    expect(faults.length).toBeGreaterThan(0)
    expect([...new Set(faults)].filter(isEnglish)).toEqual([])
  })

  it('relays', () => {
    const keys = ['driver', 'lines', 'chip', 'interlock', 'simulate']
    const faults = faultsOf(RelaysConfig, keys, { driver: 'auto', lines: [{ pin: 17 }] })
    const ofLine = ['pin', 'activeLow', 'maxOnMs', 'name'].flatMap((key) =>
      WRONG.flatMap((value) => {
        const lines = [{ pin: 17, [key]: value }]
        return faultsOf(RelaysConfig, ['none'], { driver: 'auto', lines })
      }),
    )
    expect(faults.length).toBeGreaterThan(0)
    expect([...new Set([...faults, ...ofLine])].filter(isEnglish)).toEqual([])
  })
})
