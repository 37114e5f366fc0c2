import { beforeEach, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'

const OWNER = 'Transportes Unidos de la Sabana y Asociados '.repeat(5).slice(0, 200)
const WORD = 'W'.repeat(200)
const VEHICLES = [
  { plate: 'LRG200', model: 'Duster', owner: OWNER, rfid_tag: 'TEST-LONG' },
  { plate: 'WRD200', model: 'Duster', owner: WORD, rfid_tag: 'TEST-WORD' },
]
const WIDTHS = [320, 390, 768, 1366]

const rig = eachOnItsPage(new LiveRig())
let page: Page
let id = 0
beforeEach(async () => {
  page = rig.page
  if (id > 0) return
  for (const body of VEHICLES) {
    ;({ id } = (await rig.client.post('/api/vehicles', body)) as { id: number })
  }
  await rig.agent.read(['TEST-LONG', 'TEST-WORD', 'TEST-UNKNOWN'])
})

/** Opens a screen at each width, where no page may be wider than its window. */
async function inAllWidths(path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto(path)
    await page.getByText('WRD200').filter({ visible: true }).first().waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, width, wide]).toEqual([path, width, width])
  }
}

it('keeps every screen whole with owners of 200 characters', async () => {
  for (const path of [
    '/dashboard',
    '/live-rfid',
    '/admin?tab=assets',
    `/vehicle?id=${id}`,
    '/report',
  ])
    await inAllWidths(path)
})

it('keeps them whole where such an owner is what is searched', async () => {
  for (const path of ['/dashboard?owner=', '/live-rfid?q=', '/admin?q=', '/report?owner='])
    await inAllWidths(path + WORD)
})
