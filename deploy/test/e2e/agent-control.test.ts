import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { ControlRig, RelayView } from '../rig/control-rig.ts'
import { sampleOf } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused, logIn, openWatchedPage } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new ControlRig())
let page: Page
let relay: RelayView
beforeEach(() => {
  page = rig.page
  relay = new RelayView(page, 17)
})

const history = () =>
  page.getByRole('region', { name: 'Historial de órdenes' }).getByRole('listitem')
/** How far the switch lies below its panel's title, by the page's width. */
async function switchPlaces(): Promise<number[]> {
  const title = page.getByRole('heading', { name: 'Relés', exact: true })
  const places: number[] = []
  for (const width of [1366, 390, 320]) {
    await page.setViewportSize({ width, height: 768 })
    const [above, below] = [await title.boundingBox(), await relay.on.boundingBox()]
    places.push((below?.y ?? Number.NaN) - (above?.y ?? Number.NaN))
  }
  return places
}
/** Leaves the relay off for the next test, and nothing to take. */
async function close(): Promise<void> {
  await relay.off.or(relay.undo).click()
  await rig.agent.answer(await rig.agent.takeCommand())
  await relay.shows('Inactivo')
  expect(rig.agent.commandsLeft).toBe(0)
}

it('begins with nothing on and nothing asked, without faults', async () => {
  await rig.openPanel()
  await relay.shows('Inactivo')
  await page.getByText('Sin órdenes todavía.').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
})

describe('a relay', () => {
  it('is pending until its ack, counts down what the ack says, and goes off by itself', async () => {
    await page.clock.install()
    await rig.openPanel()
    await page.getByText('Sin órdenes todavía.').waitFor()
    await relay.duration.selectOption('30 s')
    await relay.on.click()
    await relay.shows('Activando: pendiente')
    const command = await rig.agent.takeCommand()
    expect(command).toMatchObject({ pin: 17, state: 1, durationMs: 30_000 })
    await rig.agent.answer(command, { onMs: 20_000 })
    await relay.shows('Activo')
    expect(await relay.left()).toBeLessThanOrEqual(20)
    // What the hub answers would put the page's clock right.
    await page.route('**/api/**', (route) => route.abort())
    await page.clock.fastForward(9000)
    await until('the time that is left', async () => (await relay.left()) <= 11)
    expect(await relay.left()).toBeGreaterThan(0)
    await page.unroute('**/api/**')
    await rig.agent.answer(command, { state: 0, reason: 'auto_off', onMs: 20_000 })
    await relay.shows('Inactivo')
    await history()
      .filter({ hasText: 'Activar relé 17, 30 s' })
      .getByText('Hecho; se apagó solo a los 20 s')
      .waitFor()
    await history().first().getByText('admin@demo.local').waitFor()
    await page.clock.fastForward(30_000)
    expect(rig.agent.commandsLeft).toBe(0)
  })

  it('is told to go off 500 ms after its time, where nothing said that it did', async () => {
    await page.clock.install()
    await rig.openPanel()
    await relay.duration.selectOption('3 s')
    await relay.on.click()
    const command = await rig.agent.takeCommand()
    await rig.agent.answer(command)
    await relay.shows('Activo')
    await page.clock.fastForward(3400)
    await relay.shows('Inactivo')
    await page.clock.fastForward(1000)
    const end = await rig.agent.takeCommand()
    expect(end).toMatchObject({ pin: 17, state: 0 })
    expect(end.id).not.toBe(command.id)
    await rig.agent.answer(end)
    await history().first().getByText('Desactivar relé 17').waitFor()
  })

  it('without a duration is asked about first, and takes one of the person’s own', async () => {
    await rig.openPanel()
    await relay.duration.selectOption('Sin duración')
    await relay.on.click()
    const dialog = page.getByRole('dialog', { name: 'Confirmar' })
    await dialog.getByText(/¿Activar el relé 17 sin duración\?/).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(rig.agent.commandsLeft).toBe(0)
    await relay.on.click()
    await dialog.getByRole('button', { name: 'Aceptar' }).click()
    const command = await rig.agent.takeCommand()
    expect(command.durationMs).toBeUndefined()
    await rig.agent.answer(command)
    await relay.shows('Activo')
    await close()

    await relay.duration.selectOption('Otra duración…')
    const prompt = page.getByRole('dialog', { name: 'Ingresar dato' })
    const field = prompt.getByRole('textbox', { name: 'Duración en segundos' })
    for (const bad of ['', '0', '-3', 'mucho']) {
      await field.fill(bad)
      await page.keyboard.press('Enter')
      await prompt.getByText('Escribe un número de segundos mayor que 0').waitFor()
    }
    expect(await faultsInAllLooks(page)).toEqual([])
    await prompt.getByRole('button', { name: 'Cancelar' }).click()
    await prompt.waitFor({ state: 'detached' })
    expect(await relay.duration.inputValue()).toBe('none')
    await relay.askDuration('2,5009')
    expect(await relay.duration.inputValue()).toBe('2500')
    await relay.on.click()
    const own = await rig.agent.takeCommand()
    expect(own.durationMs).toBe(2500)
    await rig.agent.answer(own, { ok: false, reason: 'busy', onMs: 0 })
    await relay.fails('ACK: fallo de ejecución (el relé llegó a su tiempo máximo')
  })

  it('acts once however often it is pressed, and can be undone', async () => {
    await rig.openPanel()
    const other = new RelayView(page, 27)
    await other.on.dblclick()
    const command = await rig.agent.takeCommand()
    expect(command).toMatchObject({ pin: 27, durationMs: 5000 })
    await rig.agent.answer(command)
    await other.shows('Activo')
    await relay.shows('Inactivo')
    await other.on.dblclick({ clickCount: 3 } as never)
    await rig.agent.answer(await rig.agent.takeCommand())
    await other.undo.dblclick()
    const undo = await rig.agent.takeCommand()
    expect(undo).toMatchObject({ pin: 27, state: 0 })
    await rig.agent.answer(undo)
    await other.shows('Inactivo')
    expect(rig.agent.commandsLeft).toBe(0)
  })
})

describe('a command that fails', () => {
  it.each([
    ['failed', 'el relé no respondió'],
    ['expired', 'la orden llegó tarde y no se ejecutó'],
    ['quarantined', 'el agente está en cuarentena'],
  ] as const)('as «%s» leaves the relay off and says why', async (reason, words) => {
    await rig.openPanel()
    await relay.on.click()
    await rig.agent.answer(await rig.agent.takeCommand(), { ok: false, reason, onMs: 0 })
    await relay.fails(`ACK: fallo de ejecución (${words})`)
    await relay.shows('Inactivo')
    await history().first().getByText(`Falló: ${words}`).waitFor()
    expect(await focused(page)).toBe('Activar relé 17')
    if (reason === 'failed') expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('because the agent is away says so in the hub’s words', async () => {
    await rig.openPanel()
    await page.route('**/command/relay', (route) =>
      route.fulfill({
        status: 409,
        json: { error: 'agent_offline', message: 'No está conectado' },
      }),
    )
    await relay.on.click()
    await relay.fails('Fallo al enviar comando: No está conectado')
    await relay.shows('Inactivo')
  })

  it('because its answer was lost is sent again under its id, and moves the pin once', async () => {
    await rig.openPanel()
    const ids: string[] = []
    await page.route('**/command/relay', async (route) => {
      ids.push((route.request().postDataJSON() as { id: string }).id)
      const answer = await route.fetch()
      await (ids.length === 1 ? route.abort() : route.fulfill({ response: answer }))
    })
    await relay.on.click()
    await until('the second call', () => ids.length === 2)
    expect(ids[0]).toBe(ids[1])
    await rig.agent.answer(await rig.agent.takeCommand())
    await relay.shows('Activo')
    await close()
  })

  it('because nobody answers says so, and a late ack still counts', async () => {
    await rig.openPanel()
    await relay.duration.selectOption('30 s')
    await relay.on.click()
    const command = await rig.agent.takeCommand()
    await relay.fails('ACK: fallo de ejecución (el agente no contestó a tiempo)')
    await relay.shows('Inactivo')
    await rig.agent.answer(command)
    await relay.shows('Activo')
    await close()
  })
})

it('tells a reload, another person and another browser the same', async () => {
  await rig.openPanel()
  const guard = { email: 'guardia@sitio.co', name: 'Guardia', password: 'talanquera verde' }
  await rig.client.post('/api/users', { ...guard, role: 'operator' })
  await relay.askDuration('90')
  await relay.on.click()
  await relay.shows('Activando: pendiente')
  await rig.openPanel()
  await relay.shows('Activando: pendiente')
  await rig.agent.answer(await rig.agent.takeCommand())
  await relay.shows('Activo')
  await rig.openPanel()
  await relay.shows('Activo')
  expect(await relay.left()).toBeGreaterThan(60)

  const watched = await openWatchedPage(rig.browser, rig.client.url)
  await logIn(watched.page, '/admin?tab=agentes', guard)
  const theirs = await rig.openPanel(watched.page)
  await theirs.shows('Activo')
  await theirs.off.click()
  await theirs.shows('Desactivando: pendiente')
  await rig.agent.answer(await rig.agent.takeCommand())
  await theirs.shows('Inactivo')
  await relay.shows('Inactivo')
  await history().first().getByText('guardia@sitio.co').waitFor()
  await watched.context.close()
  expect(watched.troubles).toEqual([])
})

it('says why nothing can be switched while the agent or the hub is away', async () => {
  await rig.openPanel()
  const places = await switchPlaces()
  rig.agent.close()
  await page.getByText(/^◆?El agente no está conectado: los relés/).waitFor()
  for (const [i, place] of (await switchPlaces()).entries()) {
    // The mark's own font may be a pixel taller; a line has more than twenty.
    expect(Math.abs(place - (places[i] ?? Number.NaN))).toBeLessThan(3)
  }
  expect(await relay.on.getAttribute('aria-disabled')).toBe('true')
  await relay.on.click({ force: true })
  await relay.shows('Inactivo')
  expect(await faultsInAllLooks(page)).toEqual([])
  await rig.reconnectAgent()
  await page.locator('[aria-label="Activar relé 17"]:not([aria-disabled])').waitFor()

  await rig.site.hub.child.stop('SIGKILL')
  await page.getByText(/^◆?Sin conexión con el hub: los relés/).waitFor()
  expect(await relay.off.getAttribute('aria-disabled')).toBe('true')
  await rig.site.startHub()
  await page.getByText(/^◆?El agente no está conectado: los relés/).waitFor()
  await rig.reconnectAgent()
  await relay.on.and(page.locator(':not([aria-disabled])')).click()
  await rig.agent.answer(await rig.agent.takeCommand())
  await relay.shows('Activo')
  await close()
})

it('lists what was asked, more of it on demand', async () => {
  for (let i = 0; i < 7; i++) {
    const order = { pin: 27, state: 0, id: `many-${i}` }
    await rig.client.post('/api/agents/porton-1/command/relay', order)
    await rig.agent.answer(await rig.agent.takeCommand())
  }
  await rig.openPanel()
  await history().nth(4).waitFor()
  expect(await history().count()).toBe(5)
  await page.getByRole('button', { name: 'Ver más' }).click()
  await history().nth(6).waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('shows what the sensors say, as it comes, and that it is old', async () => {
  await rig.openPanel()
  const sensor = (name: string) => page.getByRole('region', { name, exact: true })
  for (const name of ['Temperatura', 'Humedad', 'Gas']) {
    await sensor(name).getByText('sin datos').waitFor()
  }
  await rig.agent.report([sampleOf('temp', 21.5, '°C'), sampleOf('hum', 55, '%')])
  await sensor('Temperatura')
    .getByText(/^21,5 °C a las \d\d:\d\d$/)
    .waitFor()
  await rig.agent.report([sampleOf('temp', -3.25, '°C')])
  await sensor('Temperatura')
    .getByText(/^-3,25 °C a las/)
    .waitFor()
  const chart = sensor('Temperatura').getByRole('img')
  await chart.locator('canvas').waitFor()
  await until('the summary', async () =>
    (await chart.getAttribute('aria-label'))?.includes('Mínimo -3,25 °C. Máximo 21,5 °C.'),
  )
  await sensor('Temperatura').getByRole('button', { name: 'Ver tabla: Temperatura' }).click()
  await sensor('Temperatura').getByRole('cell', { name: '21,5 °C' }).waitFor()
  await rig.agent.report([sampleOf('gas', 310, 'ppm', 20 * 60_000)])
  await rig.openPanel()
  await sensor('Gas')
    .getByText(/^310 a las/)
    .waitFor()
  await sensor('Gas')
    .getByText(/^▲?Dato viejo: hace 2\d:\d\d$/)
    .waitFor()
  expect(
    await sensor('Humedad')
      .getByText(/Dato viejo/)
      .count(),
  ).toBe(0)
  expect(await faultsInAllLooks(page)).toEqual([])
})
