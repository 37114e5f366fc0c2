import { expect, it } from 'vitest'
import { readerContext } from '../testing/reader-context.ts'
import { openReader } from './open-reader.ts'
import { ReaderConfig } from './reader-config.ts'
import { READER_TYPES } from './reader-types.ts'

const context = readerContext()

/** What a type needs beside a path. */
const needed: Record<string, object> = { mqtt: { url: 'mqtt://127.0.0.1', topic: 'gate/#' } }

const configs = Object.entries(READER_TYPES).map(([type, { schema }]) => {
  const path = 'path' in schema.shape ? { path: '/dev/ttyUSB0' } : {}
  return { id: 'gate', type, ...path, ...needed[type] }
})

it.each(configs)('openReader opens a $type reader and does not start it', async (config) => {
  const reader = await openReader(ReaderConfig.parse(config), context)
  expect(reader.id).toBe(config.id)
  expect(reader.states()[0]).toMatchObject({ id: config.id, type: config.type, state: 'closed' })
})
