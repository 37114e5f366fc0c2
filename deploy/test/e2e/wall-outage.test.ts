import { expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'

const rig = eachOnItsPage(new LiveRig(), { viewport: { width: 1920, height: 1080 } })

it('a wall without its hub claims nothing of now, and goes on in turn with what it has', async () => {
  const { page } = rig
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await rig.agent.read(['TEST-1', 'TEST-2'])
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(request.url()))
  await page.clock.install()
  await page.goto('/dashboard?kiosk=1&rotate=dashboard,live-rfid,map&every=120')
  await card('Agentes online').getByText('Todos online').waitFor()
  await card('Última lectura').getByText('TEST-2').waitFor()
  // What comes after it is loaded ahead, with the map as the last.
  for (const file of ['/AgentsMap-', '/MapFrame-', '/api/map/agents']) {
    await until(file, async () => {
      await page.clock.fastForward(200)
      return loaded.some((url) => url.includes(file))
    })
  }

  await rig.site.hub.child.stop('SIGKILL')
  const band = page.getByText(/Sin conexión con el hub desde las \d\d:\d\d: lo que se ve es de/)
  await until('the band', async () => {
    await page.clock.fastForward(1000)
    return band.isVisible()
  })
  // The figures' own calls fail meanwhile.
  await page.clock.fastForward(40_000)
  await expect.poll(() => card('Agentes online').textContent()).toBe('Agentes online— de 1Sin dato')
  await card('Agentes').getByText('Sin dato').waitFor()
  expect(await page.locator('main [data-tone=good]').count()).toBe(0)
  expect(await page.getByText(/Datos de las/).count()).toBe(0)

  for (const name of ['RFID Tiempo Real', 'Mapa de agentes', 'Dashboard']) {
    await page.clock.fastForward(120_000)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    expect(await band.isVisible()).toBe(true)
    expect(await page.getByText(/Esta pantalla falló|No se cargó/).count()).toBe(0)
  }
  await rig.site.startHub()
  await until('the hub', async () => {
    await page.clock.fastForward(1000)
    return !(await band.isVisible())
  })
  await rig.reconnectAgent()
  await card('Agentes online').getByText('Todos online').waitFor()
})
