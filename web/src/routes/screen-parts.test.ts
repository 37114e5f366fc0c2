// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest'
import { SCREENS } from '../screens/table.ts'
import { standInForLayout } from '../testing/layout.ts'
import { loadPrefetch, partOf } from './screen-parts.ts'

beforeAll(standInForLayout)

const prefetches = import.meta.glob('../screens/*/prefetch.ts')

describe.each(SCREENS)('the table of screens at $path', (line) => {
  it('names a file with its component', { timeout: 30_000 }, async () => {
    expect(await partOf(line).load()).toBeTypeOf('function')
  })

  it('says whether calls are started ahead of it', async () => {
    const path = `../screens/${line.file.split('/', 1)[0]}/prefetch.ts`
    expect(line.hasPrefetch ?? false).toBe(path in prefetches)
    if (line.hasPrefetch) expect(await loadPrefetch(line)).toBeTypeOf('function')
  })
})

it('the table of screens has one line a path', () => {
  const paths = SCREENS.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})
