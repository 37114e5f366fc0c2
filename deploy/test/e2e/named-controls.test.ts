import type { RelaysState } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { ControlRig, RelayView } from '../rig/control-rig.ts'
import { statusOf } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new ControlRig())
const relays = (named: RelaysState['named']) =>
  statusOf({ relays: { driver: 'gpiochip', simulated: false, pins: [17, 27], named } })
const SALIDA = { name: 'Salida', pin: 22 }
const LOST = { name: 'Patio', error: 'unit 1 does not answer' }

it('named relays stand below 17 and 27, and one that nobody knows of says so and why, without faults', async () => {
  const { page } = rig
  await rig.agent.report([relays([{ name: 'Barrera', pin: 17 }, SALIDA, LOST])])
  await rig.openPanel()
  const patio = new RelayView(page, '«Patio»')
  await patio.shows('No se sabe si está activo')
  await patio.box.getByText('Causa: no responde').waitFor()
  const panel = page.getByRole('region', { name: 'Relés', exact: true })
  expect(await panel.getByRole('heading', { level: 4 }).allTextContents()).toEqual([
    'Relé 17',
    'Relé 27',
    'Salida',
    'Patio',
  ])
  for (const width of [1366, 320]) {
    await page.setViewportSize({ width, height: 768 })
    const tops: number[] = []
    for (const relay of [new RelayView(page, 27), new RelayView(page, '«Salida»')]) {
      tops.push((await relay.on.boundingBox())?.y ?? Number.NaN)
    }
    expect(tops[1]).toBeGreaterThan(tops[0] ?? Number.NaN)
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWide).toBe(false)
  }
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.getByRole('button', { name: /^Avisos: / }).click()
  await page.getByText('No se sabe si el relé «Patio» está activo: no responde').first().waitFor()
})

it('a named relay is switched, followed and told of in the history by its name', async () => {
  const { page } = rig
  await rig.agent.report([relays([SALIDA])])
  await rig.openPanel()
  const salida = new RelayView(page, '«Salida»')
  await salida.on.click()
  await salida.shows('Activando: pendiente')
  const history = page.getByRole('region', { name: 'Historial de órdenes' })
  const command = await rig.agent.takeCommand()
  expect(command).toMatchObject({ relay: 'Salida', state: 1, durationMs: 5000 })
  expect(command).not.toHaveProperty('pin')
  await rig.agent.answer(command)
  await salida.shows('Activo')
  expect(await salida.left()).toBeGreaterThan(0)
  await new RelayView(page, 17).shows('Inactivo')
  await history.getByText('Activar relé «Salida», 5 s').waitFor()
  await salida.undo.or(salida.off).first().click()
  const off = await rig.agent.takeCommand()
  expect(off).toMatchObject({ relay: 'Salida', state: 0 })
  await rig.agent.answer(off, { ok: false, reason: 'failed' })
  await salida.fails('ACK: fallo de ejecución (el relé no respondió)')
  await history.getByText('Desactivar relé «Salida»').waitFor()
  expect(await history.textContent()).not.toContain('-1')
  await until('nothing else', () => rig.agent.commandsLeft === 0)
})
