import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AgentsRig } from '../rig/agents-rig.ts'
import { RelayView } from '../rig/control-rig.ts'
import { relaySwitched, startEdgeOfEnvFile } from '../rig/edge-process.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new AgentsRig())

it('a gate goes from the page’s .env to its barrier, all by the page', async () => {
  const { page } = rig
  await rig.openTab()
  const enrolment = rig.part('Enrolamiento rápido')
  await enrolment.getByLabel('Código', { exact: true }).fill('puerta-1')
  await enrolment.getByLabel('Nombre', { exact: true }).fill('Portería 1')
  await enrolment.getByLabel('Ubicación', { exact: true }).fill('Entrada "Sur" ñ')
  await rig.press('Generar token', enrolment)
  const download = page.waitForEvent('download')
  await rig.button('Descargar .env', enrolment).click()
  const env = await readFile(await (await download).path(), 'utf8')
  const edge = await startEdgeOfEnvFile({ folder: join(rig.site.folder, 'puerta-1'), env })
  rig.site.edges.push(edge)

  await rig.row('puerta-1').getByText('Conectado', { exact: true }).waitFor()
  await rig.row('puerta-1').getByText('Entrada "Sur" ñ').waitFor()
  await enrolment.getByText('Conectado: Portería 1').waitFor()
  expect(await enrolment.getByRole('figure').count()).toBe(0)
  const reads = enrolment.getByRole('link', { name: 'Ver sus lecturas en vivo' })
  expect(await reads.getAttribute('href')).toBe('/live-rfid?agent=puerta-1')
  expect(await faultsInAllLooks(page)).toEqual([])
  await rig.button('Control: Portería 1').click()
  const relay = new RelayView(page, 27)
  await relay.shows('Inactivo')
  await relay.duration.selectOption('3 s')
  await relay.on.click()
  await relaySwitched(edge, 27, 'on')
  await relay.shows('Activo')
  expect(await relay.left()).toBeGreaterThan(0)
  expect(await relay.left()).toBeLessThanOrEqual(3)
  await relaySwitched(edge, 27, 'off')
  await relay.shows('Inactivo')
  const commands = page.getByRole('region', { name: 'Historial de órdenes' }).getByRole('listitem')
  await commands
    .first()
    .getByText(/Hecho; se apagó solo a los [3-9](,\d+)? s/)
    .waitFor()
  expect(await commands.count()).toBe(1)

  const warmth = page.getByRole('region', { name: 'Temperatura', exact: true })
  await warmth.getByText(/^\d+(,\d+)? °C a las \d\d:\d\d$/).waitFor()
})

it('shows no token of the kind that was chosen before', async () => {
  await rig.openTab('&inscribir=1')
  const part = rig.part('Enrolamiento rápido')
  await part.getByLabel('Código', { exact: true }).fill('puerta-8')
  await rig.press('Generar token', part)
  const code = part.getByRole('figure', { name: 'Código QR con la configuración de puerta-8' })
  await code.waitFor()
  await part.getByRole('checkbox', { name: /^Para una tarjeta de otro día/ }).check()
  await code.waitFor({ state: 'detached' })
  await rig.press('Generar token', part)
  await part.getByText(/^Vence en unos 30 días$/).waitFor()
})

it('on a phone leads to the token, which is below the form', async () => {
  await rig.page.setViewportSize({ width: 390, height: 844 })
  await rig.openTab('&inscribir=1')
  const part = rig.part('Enrolamiento rápido')
  await part.getByLabel('Código', { exact: true }).fill('puerta-9')
  await rig.press('Generar token', part)
  const heading = part.getByRole('heading', { name: /puerta-9/ })
  await until('the heading at the top', async () => {
    const box = await heading.boundingBox()
    return box !== null && box.y > 0 && box.y < 200
  })
  expect(await heading.evaluate((it) => it === document.activeElement)).toBe(true)
})
