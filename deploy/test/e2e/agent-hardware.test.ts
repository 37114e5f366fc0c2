import type { AgentDetailList, StatusData } from '@vehicle-control/protocol'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ControlRig } from '../rig/control-rig.ts'
import { measuredBy, statusOf } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new ControlRig())

const antenna = (id: string) => {
  const device = { type: 'llrp', path: '10.0.0.9:5084', simulated: false, noise: 0 }
  return { ...device, id, state: 'open' } as const
}
const humo = { id: 'humo', pin: 5, rule: 'fire', active: false } as const
const good: Partial<StatusData> = {
  readers: [antenna('entrada'), antenna('salida')],
  sensors: [
    { source: 'caja', types: ['temp', 'gas'], state: 'ok' },
    { source: 'patio', types: ['temp', 'hum'], state: 'ok' },
  ],
  inputs: [humo],
  relays: { driver: 'gpiochip', simulated: false, pins: [17, 27] },
}
const bad: Partial<StatusData> = {
  readers: [{ ...antenna('entrada'), warning: 'return loss 3.1 dB' }, antenna('salida')],
  sensors: [
    { source: 'caja', types: ['temp', 'gas'], state: 'warming' },
    { source: 'patio', types: ['temp', 'hum'], state: 'stale', error: 'no answer: ETIMEDOUT' },
  ],
  inputs: [{ ...humo, active: true }],
  relays: { driver: 'auto', simulated: false, pins: [], error: 'line 17 in use by "barrier.py"' },
}
const low = (value: number) => measuredBy({ type: 'undervoltage', value, unit: '' })
const hot = (value: number) => measuredBy({ type: 'cpu_temp', value, unit: '°C' })

const panel = (): Locator => rig.page.getByRole('region', { name: 'Equipo', exact: true })
const group = (name: string) =>
  panel()
    .locator('div', { has: rig.page.getByRole('heading', { name, exact: true }) })
    .last()
const shows = (name: string, text: string | RegExp) => group(name).getByText(text).waitFor()

describe('what hangs on an agent', () => {
  it('stands on its panel, also after the hub was killed and started again', async () => {
    await rig.agent.report([statusOf(good), low(0), hot(61.5)])
    await rig.openPanel()
    await shows('Lectores', '10.0.0.9:5084 · llrp')
    expect(await group('Lectores').getByRole('listitem').allTextContents()).toEqual([
      'entrada●Leyendo',
      'salida●Leyendo',
    ])
    expect(await group('Sensores').getByRole('listitem').allTextContents()).toEqual([
      'caja●MidiendoTemperatura, Gas',
      'patio●MidiendoTemperatura, Humedad',
    ])
    await shows('Entradas', 'incendio · GPIO 5')
    await shows('Relés', 'Relés 17, 27')
    await shows('Raspberry Pi', '61,5 °C')
    const { port } = (await rig.client.get('/api/rfid/status')) as { port: string }
    expect(port).toBe('10.0.0.9:5084')

    await rig.agent.report([statusOf(bad), low(1), hot(83)])
    await rig.site.hub.child.stop('SIGKILL')
    await rig.site.startHub()
    await rig.reconnectAgent()
    const { agents } = (await rig.client.get('/api/agents')) as AgentDetailList
    expect(agents[0]).toMatchObject({
      readers: [
        { id: 'entrada', warning: 'return loss 3.1 dB' },
        { id: 'salida', warning: null },
      ],
      sensors: [{ state: 'warming' }, { state: 'stale', error: 'no answer: ETIMEDOUT' }],
      inputs: [{ id: 'humo', rule: 'fire', active: true }],
      relays: { driver: 'auto', error: 'line 17 in use by "barrier.py"' },
      health: [
        { metric: 'cpu_temp', value: 83 },
        { metric: 'undervoltage', value: 1 },
      ],
    })
  })

  it('says what is wrong and what to do, on panel, row, bell and card, until it is over', async () => {
    const { page } = rig
    await rig.agent.report([statusOf(bad), low(1), hot(83)])
    await rig.openPanel()
    await shows('Lectores', 'Lee mal: antena mal conectada o dañada')
    await shows('Sensores', 'Calentando')
    await shows('Sensores', 'Sin datos: no responde')
    await shows('Entradas', 'Activa')
    await shows('Relés', 'No se puede mover ninguno: lo usa «barrier.py»')
    await shows('Raspberry Pi', 'Bajo; cambia la fuente o el cable de corriente')
    await shows('Raspberry Pi', '83 °C; mejora la ventilación')
    const row = page.getByRole('row').filter({ hasText: 'porton-1' })
    await row.getByText(/^Entrada de incendio humo \+\d+$/).click()
    await row.getByText('Entrada de incendio humo: activa; comprueba el lugar').waitFor()
    await row.getByText(/Lector entrada lee mal: antena mal conectada o dañada/).waitFor()
    const relays = page.getByRole('region', { name: 'Relés', exact: true })
    await relays.getByText('No se puede mover ninguno: lo usa «barrier.py»').first().waitFor()
    // Whether a relay moves is the agent's to answer: the switches stay.
    await page.locator('[aria-label="Activar relé 17"]:not([aria-disabled])').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])

    await page.getByRole('button', { name: /^Avisos.*5/ }).click()
    const alerts = page.getByRole('region', { name: 'Avisos' })
    for (const words of [
      'El lector entrada lee mal: antena mal conectada o dañada',
      'El sensor patio no da datos: no responde',
      'Entrada de incendio humo activa',
      'Los relés no se pueden mover: lo usa «barrier.py»',
      'Voltaje bajo',
    ]) {
      await alerts.getByText(words, { exact: true }).waitFor()
    }
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.goto('/map?view=status')
    const card = page.getByRole('listitem').filter({ hasText: 'porton-1' })
    await card.getByText(/Los relés no se pueden mover: lo usa «barrier.py»/).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])

    await rig.agent.report([statusOf(good), low(0), hot(60)])
    await rig.openPanel()
    await shows('Entradas', 'En reposo')
    await page.getByRole('button', { name: /^Avisos(?!.*[1-9])/ }).waitFor()
    await row.getByText('Todo en orden').waitFor()
    // An input is told of as it changes, before the list is asked for again.
    await page.route('**/api/agents', (route) => route.abort())
    await rig.agent.report([measuredBy({ type: 'input', source: 'humo', value: 1, unit: '' })])
    await shows('Entradas', 'Activa')
    await rig.agent.report([measuredBy({ type: 'input', source: 'humo', value: 0, unit: '' })])
    await shows('Entradas', 'En reposo')
  })
})

it('draws one of several sensors of a type, the one that is chosen', async () => {
  const { page } = rig
  const temp = (source: string, value: number) =>
    measuredBy({ type: 'temp', source, value, unit: '°C' })
  await rig.agent.report([statusOf(good), temp('caja', 40), temp('patio', 18)])
  await rig.openPanel()
  const title = 'Temperatura'
  const sensor = page.getByRole('region', { name: title, exact: true })
  await sensor.getByText(/^40 °C a las/).waitFor()
  const choice = sensor.getByRole('combobox', { name: 'Sensor de temperatura' })
  expect(await choice.locator('option').allTextContents()).toEqual(['caja', 'patio'])
  await choice.selectOption('patio')
  await sensor.getByText(/^18 °C a las/).waitFor()
  await rig.agent.report([temp('caja', 41), temp('patio', 19.5)])
  await sensor.getByText(/^19,5 °C a las/).waitFor()
  await until('a summary of this one alone', async () => {
    const label = await sensor.getByRole('img', { name: title }).getAttribute('aria-label')
    return label?.includes('Mínimo 18 °C. Máximo 19,5 °C.')
  })
  // A sensor that nobody knew can be chosen as soon as it is heard.
  await rig.agent.report([temp('techo', 25)])
  await choice.locator('option', { hasText: 'techo' }).waitFor({ state: 'attached' })
  expect(await faultsInAllLooks(page)).toEqual([])
})
