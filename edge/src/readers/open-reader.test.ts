import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readerContext } from '../testing/reader-context.ts'
import { openReader } from './open-reader.ts'
import { ReaderConfig } from './reader-config.ts'
import { READER_TYPES } from './reader-types.ts'

const context = readerContext()

/** The reader of the type's example, or what a type that requires nothing of its own needs. */
const configs = Object.entries(READER_TYPES).map(([type, { schema }]) => {
  const example = fileURLToPath(new URL(`../../examples/${type}.json`, import.meta.url))
  if (existsSync(example)) return JSON.parse(readFileSync(example, 'utf8')).readers[0]
  return { id: 'gate', type, ...('path' in schema.shape && { path: '/dev/ttyUSB0' }) }
})

it.each(configs)('openReader opens a $type reader and does not start it', async (config) => {
  const reader = await openReader(ReaderConfig.parse(config), context)
  expect(reader.id).toBe(config.id)
  expect(reader.states()[0]).toMatchObject({ id: config.id, type: config.type, state: 'closed' })
})
