import { expect, it } from 'vitest'
import { ASSET_PAGE_SIZES } from '../list-address.ts'
import { fetchWholeList, PRINTED_ROWS_MAX } from './whole-list.ts'

/** Fetches a list of so many rows; each page begins a row earlier where one came in meanwhile. */
async function whole(total: number, isGrowing = false) {
  const pages: number[] = []
  const list = await fetchWholeList(
    {
      page: async ({ page, pageSize }) => {
        pages.push(page)
        const from = (page - 1) * (isGrowing ? pageSize - 1 : pageSize)
        const size = Math.min(pageSize, total - from)
        return { items: Array.from({ length: size }, (_, i) => ({ id: from + i })), total }
      },
    },
    { q: 'algo', sizes: ASSET_PAGE_SIZES },
  )
  return { ...list, pages }
}

it('has the rows of all pages, each once', async () => {
  const { rows, pages } = await whole(230)
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, i) => i))
  expect(pages).toEqual([1, 2, 3])
  const moved = await whole(230, true)
  expect(new Set(moved.rows.map(({ id }) => id)).size).toBe(moved.rows.length)
  expect((await whole(0)).rows).toEqual([])
})

it('has no more rows than are printed, and tells how many there are', async () => {
  const { rows, total, pages } = await whole(PRINTED_ROWS_MAX + 1)
  expect([rows.length, total]).toEqual([PRINTED_ROWS_MAX, PRINTED_ROWS_MAX + 1])
  expect(pages).toHaveLength(PRINTED_ROWS_MAX / 100)
})
