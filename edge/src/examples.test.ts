import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { isBarrierContact, senseOf } from './inputs/input-config.ts'
import { biasOf } from './gpio/line-wiring.ts'
import { READER_TYPES } from './readers/reader-types.ts'

const folder = fileURLToPath(new URL('../examples/', import.meta.url))
const files = readdirSync(folder)

/** The environment of an edge with the example, the variables that it names included. */
function environment(file: string): NodeJS.ProcessEnv {
  const text = readFileSync(`${folder}${file}`, 'utf8')
  const named = [...text.matchAll(/"\w+Env": "(\w+)"/g)].map(([, name = '']) => [
    name,
    'a-secret-of-one-gate',
  ])
  return {
    EDGE_HUB_URL: 'https://hub.example.org',
    EDGE_AGENT_CODE: 'gate-1',
    EDGE_CONFIG: `${folder}${file}`,
    ...Object.fromEntries(named),
  }
}

/** The examples as they lie there; certificates, which a gate has of its own, are made up. */
const readFile = (path: string) => (path.endsWith('.pem') ? 'PEM' : readFileSync(path, 'utf8'))

describe('the examples', () => {
  it.each(files)('%s loads', (file) => {
    expect(loadConfig(environment(file), readFile).readers.length).toBeGreaterThan(0)
  })

  it.each(files)('%s opens by a cut wire of its fire contact, as DEVICES.md advises', (file) => {
    const { inputs } = loadConfig(environment(file), readFile)
    for (const { rule, activeLow, bias } of inputs.filter((one) => one.rule === 'fire')) {
      expect({ rule, activeLow, bias }).toEqual({ rule: 'fire', activeLow: false, bias: 'pull-up' })
    }
  })

  it.each(files)('%s takes no cut wire for a barrier that is closed, nor for a vehicle', (file) => {
    const { inputs } = loadConfig(environment(file), readFile)
    for (const input of inputs.filter((one) => isBarrierContact(one) || senseOf(one) === 'loop')) {
      // What pulls an undriven line decides what a cut wire tells.
      const cutIsActive = biasOf(input) === (input.activeLow ? 'pull-down' : 'pull-up')
      expect({ id: input.id, cutIsActive }).toEqual({ id: input.id, cutIsActive: false })
    }
  })

  it('gate.json has a loop and both contacts of a barrier', () => {
    const { inputs } = loadConfig(environment('gate.json'), readFile)
    expect(inputs.flatMap((input) => senseOf(input) ?? [])).toEqual([
      'loop',
      'barrier_open',
      'barrier_closed',
    ])
  })

  it.each(Object.keys(READER_TYPES))('have a file for a reader of the type %s', (type) => {
    const { readers } = loadConfig(environment(`${type}.json`), readFile)
    expect(readers.map((reader): string => reader.type)).toContain(type)
  })
})
