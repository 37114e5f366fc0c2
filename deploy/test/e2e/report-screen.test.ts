import { expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'

const rig = eachOnItsPage(new DashboardRig(300))

/** What the texts of rows say that are wider than their cell, and how far they leave it. */
const leaving = () =>
  rig.page.locator('tbody td[data-cell]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      if (cell.textContent === '') return []
      const range = document.createRange()
      range.selectNodeContents(cell)
      const text = range.getBoundingClientRect()
      const { left, right } = cell.getBoundingClientRect()
      const over = Math.max(text.right - right, left - text.left)
      return over > 0.5 ? [`${cell.textContent}: ${over.toFixed(1)}`] : []
    }),
  )

it.each([320, 390, 768, 1024])('prints no text of a row over another at %i px', async (width) => {
  await rig.page.setViewportSize({ width, height: 844 })
  await rig.page.goto('/report?range=7d')
  await rig.page.locator('tbody td[data-cell=at]').nth(299).waitFor({ state: 'attached' })
  await rig.page.evaluate(() => document.fonts.ready)
  expect(await leaving()).toEqual([])
  expect(await rig.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})

it('has a read in three lines of a phone, without scrolling sideways', async () => {
  await rig.page.setViewportSize({ width: 320, height: 568 })
  await rig.page.goto('/report?range=7d')
  const rows = rig.page.locator('tr:has(> td[data-cell=at])')
  const known = rows
    .filter({ hasText: 'E2', hasNotText: '<img' })
    .and(rig.page.locator(':not([data-unknown])'))
    .first()
  for (const row of [known, rows.and(rig.page.locator('[data-unknown]')).first()]) {
    await row.scrollIntoViewIfNeeded()
    const box = await row.boundingBox()
    expect(box?.height).toBeLessThan(60)
    expect(Number(box?.x) + Number(box?.width)).toBeLessThanOrEqual(320)
  }
  const section = rig.page.locator('section:has(td[data-cell=at])')
  const [whole, seen] = await section.evaluate((it) => [it.scrollWidth, it.clientWidth])
  expect(whole).toBe(seen)
})
