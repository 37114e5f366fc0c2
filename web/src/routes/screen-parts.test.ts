// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest'
import { standInForLayout } from '../testing/layout.ts'
import { SCREEN_PARTS } from './screen-parts.ts'

beforeAll(standInForLayout)

describe.each(SCREEN_PARTS)('the table of screens at $path', (line) => {
  it('names a file with its component', { timeout: 30_000 }, async () => {
    expect(await line.Screen.load()).toBeTypeOf('function')
  })

  it('says whether calls are started ahead of it', async () => {
    const ahead = await line.loadPrefetch?.()
    expect(ahead ? typeof ahead.prefetch : undefined).toBe(
      line.hasPrefetch ? 'function' : undefined,
    )
  })
})

it('the table of screens has one line a path', () => {
  const paths = SCREEN_PARTS.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})
