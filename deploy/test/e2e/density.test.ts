import { expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new DashboardRig(2000))

async function choose(density: string): Promise<void> {
  await rig.button('Cuenta').click()
  await rig.button('Densidad').click()
  await rig.page.getByRole('radio', { name: density }).check()
  await rig.page.keyboard.press('Escape')
  await rig.page.getByRole('dialog').waitFor({ state: 'detached' })
}

const heightOf = async (name: string) =>
  (await rig.page.getByRole('textbox', { name }).boundingBox())?.height ?? 0
const rowHeight = async () => (await rig.rows().first().boundingBox())?.height ?? 0

it('is chosen in the account menu, and undone there', async () => {
  await rig.dashboard('?range=24h')
  await rig.rows().first().waitFor()
  const before = { field: await heightOf('Placa'), row: await rowHeight() }
  await choose('Compacta')
  expect(await heightOf('Placa')).toBeLessThan(before.field)
  expect(await rowHeight()).toBeLessThan(before.row)
  await choose('Cómoda')
  expect({ field: await heightOf('Placa'), row: await rowHeight() }).toEqual(before)
})

it('is kept over a reload, from the first drawing on, without faults', async () => {
  await rig.dashboard('?range=24h')
  await choose('Compacta')
  await rig.page.addInitScript(() => {
    // What stands in the page until the app draws.
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#root > :not(.starting)')) return
      observer.disconnect()
      Object.assign(globalThis, { drawn: document.documentElement.dataset['density'] })
    }).observe(document, { childList: true, subtree: true })
  })
  await rig.page.reload()
  await rig.status().waitFor()
  expect(await rig.page.evaluate(() => Reflect.get(globalThis, 'drawn'))).toBe('compact')
  await rig.rows().first().waitFor()
  expect(await faultsInAllLooks(rig.page)).toEqual([])
})
