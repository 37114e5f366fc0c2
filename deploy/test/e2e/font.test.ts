import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { logIn } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new PageRig())

/** The fonts that the letters of a title are drawn with, once it holds this text. */
async function fontsOf(text: string): Promise<string[]> {
  const { context, page } = rig
  await page.locator('h1').evaluate((title, letters) => (title.textContent = letters), text)
  const devtools = await context.newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'h1',
  })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

it.each([
  ['a wall that starts cold', '/dashboard?kiosk=1'],
  ['who logs in with a cold browser', '/dashboard'],
])('%s has the app’s font, however late it comes', async (_, path) => {
  const { page } = rig
  await page.route(/inter-[\w-]+\.woff2$/, async (route) => {
    // Longer than `optional` waits: nothing in the page says when that is over.
    await setTimeout(1500)
    await route.continue()
  })
  await logIn(page, path)
  await expect.poll(() => fontsOf('Portería')).toEqual([expect.stringMatching(/^Inter/)])
})

it('the app’s font has all that Spanish is written with, and moves nothing as it comes', async () => {
  const { page } = rig
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'moved', 0)
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        const value = Number(Reflect.get(shift, 'value'))
        Reflect.set(globalThis, 'moved', Number(Reflect.get(globalThis, 'moved')) + value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const moved = () => page.evaluate(() => Number(Reflect.get(globalThis, 'moved')))
  const come = page.waitForResponse(/\/assets\/inter-[\w-]+\.woff2$/)
  await page.goto('/login')
  expect((await come).headers()['cache-control']).toContain('immutable')
  await page.waitForLoadState('networkidle')
  expect(await moved()).toBeLessThan(0.05)

  await page.reload()
  await page.getByText('Cuenta de demostración').waitFor()
  expect(await moved()).toBeLessThan(0.05)
  // Of a text that has just been put there Chromium names no font at times, and a moment later all.
  await expect
    .poll(() => fontsOf('Ñandú ÁÉÍÓÚ áéíóúü ¿qué? ¡sí! «0.123.456.789» … – — °'))
    .toEqual([expect.stringMatching(/^Inter/)])
  // Shapes of states are another font's, and there all the same.
  await expect.poll(() => fontsOf('● ◆ ▲ ▼')).not.toHaveLength(0)
  const isTabular = await page.locator('h1').evaluate((title) => {
    const widths = ['11111', '88888'].map((digits) => {
      const box = document.createElement('span')
      box.textContent = digits
      title.append(box)
      return box.getBoundingClientRect().width
    })
    return widths[0] === widths[1]
  })
  expect(isTabular).toBe(true)
})
