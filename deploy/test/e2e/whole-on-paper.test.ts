import type { LogsResponse } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { LiveAgent } from '../rig/live-agent.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'

/** Between the margins of Letter, in pixels. */
const SHEET = { width: 740, height: 900 }
const TAG = 'E2803A6B2F900000000000A1'
const NAME = 'Portón de salida de vehículos de carga pesada del parqueadero norte'

const rig = eachOnItsPage(new LiveRig(), {
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
})

async function onPaper(): Promise<void> {
  await rig.page.setViewportSize(SHEET)
  await rig.page.emulateMedia({ media: 'print' })
  await rig.page.evaluate(() => void dispatchEvent(new Event('beforeprint')))
}

it('has all that is wrong with an agent in its state', async () => {
  const gate = await LiveAgent.open(rig.client, 'carga', { name: NAME, location: 'Norte' })
  await gate.read(TAG)
  const { read_at } = await until('the read', async () => {
    const { logs } = (await rig.client.get(`/api/rfid/logs?tag=${TAG}`)) as LogsResponse
    return logs[0]
  })
  const report = { agent_code: 'carga', read_at, note: 'Camioneta azul sin placa' }
  await rig.client.post(`/api/rfid/tags/${TAG}/report`, report)
  await rig.page.goto('/map?view=status')
  const card = rig.page
    .getByRole('listitem')
    .filter({ has: rig.page.getByRole('heading', { name: NAME }) })
  const trouble = card.getByText(new RegExp(TAG))
  await trouble.waitFor()
  await onPaper()
  for (const text of [trouble, card.getByRole('heading'), card.locator('dd').first()]) {
    const cut = await text.evaluate((it) => [
      it.scrollWidth - it.clientWidth,
      it.scrollHeight - it.clientHeight,
      Number(getComputedStyle(it).whiteSpace === 'nowrap'),
    ])
    expect(cut).toEqual([0, 0, 0])
  }
})

it('has the whole name of an agent, on the sheet', async () => {
  await LiveAgent.open(rig.client, 'carga-2', { name: `${NAME} y del taller`, location: 'Norte' })
  await rig.page.goto('/admin?tab=agentes&q=carga-2')
  const name = rig.page.locator('td', { hasText: 'y del taller' })
  await name.waitFor()
  await onPaper()
  const text = name.locator('[data-long-text]')
  expect(await text.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
  const width = await rig.page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(SHEET.width)
})

it('has the rows of a desk, though a phone prints them', async () => {
  await rig.page.goto('/admin?tab=vehiculos')
  const rows = rig.page.getByRole('table').locator('tbody tr')
  await rows.nth(3).waitFor()
  await onPaper()
  const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(30)
})

it('says of an open control that it is on the screen alone', async () => {
  await LiveAgent.open(rig.client, 'carga-3', { name: 'Portón tres', location: 'Norte' })
  await rig.page.setViewportSize({ width: 1366, height: 800 })
  await rig.page.goto('/admin?tab=agentes&q=carga-3')
  await rig.button('Control: Portón tres').click()
  const open = rig.page.getByRole('button', { name: /^Activar/ }).first()
  await open.waitFor()
  const words = rig.page.getByText(
    'El control de Portón tres está abierto en la pantalla: no se imprime.',
  )
  expect(await words.isVisible()).toBe(false)
  await onPaper()
  expect(await words.isVisible()).toBe(true)
  expect(await open.isVisible()).toBe(false)
})
