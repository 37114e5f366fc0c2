import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readerContext } from '../testing/reader-context.ts'
import { openReader } from './open-reader.ts'
import { ReaderConfig } from './reader-config.ts'
import { READER_TYPES } from './reader-types.ts'

const context = readerContext()

/** The reader of the type's example. */
function exampleOf(type: string): ReaderConfig {
  const example = fileURLToPath(new URL(`../../examples/${type}.json`, import.meta.url))
  return ReaderConfig.parse(JSON.parse(readFileSync(example, 'utf8')).readers[0])
}

it.each(Object.keys(READER_TYPES))(
  'openReader opens a %s reader and does not start it',
  async (type) => {
    const config = exampleOf(type)
    const reader = await openReader(config, context)
    const state = reader.states()[0]
    expect(state).toMatchObject({ id: config.id, type, state: 'closed' })
    // One whose driver cannot be loaded is closed too, and says why.
    expect(state?.error).toBeUndefined()
  },
)

it.each([
  ['llrp', { host: '10.0.0.7', port: 5084 }, '10.0.0.7:5084'],
  ['mqtt', { url: 'mqtt://broker', topic: 'gate/#' }, 'mqtt://broker gate/#'],
  ['http', { url: 'http://r700.local' }, 'http://r700.local'],
  ['line', { path: '/dev/ttyUSB0' }, '/dev/ttyUSB0'],
  ['simulator', {}, 'simulator'],
])('a %s reader that cannot be opened shows its address', async (type, settings, path) => {
  const config = ReaderConfig.parse({ id: 'gate', type, ...settings })
  const broken = new Proxy(context, {
    get(target, key) {
      if (key === 'log') return target.log
      throw new Error('no native package')
    },
  })
  const reader = await openReader(config, broken)
  expect(reader.states()).toMatchObject([{ path, state: 'closed', error: 'no native package' }])
})
