import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { ControlRig, RelayView } from '../rig/control-rig.ts'
import { statusOf } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const TAG = 'E20034120000000000000077'
const wall = {
  email: 'muro@ejemplo.co',
  name: 'Muro',
  password: 'first one',
  role: 'operator',
  kiosk: true,
}
const guard = {
  email: 'guardia@ejemplo.co',
  name: 'Guardia',
  password: 'first one',
  role: 'operator',
}

const rig = eachOnItsPage(
  new ControlRig(async (site) => {
    const client = await site.startHub()
    const place = { lat: 4.63, lng: -74.09 }
    await client.post('/api/agents', { code: 'porton-1', name: 'Portón 1', ...place })
    await client.post('/api/agents', { code: 'lejos', name: 'Puerta lejana' })
    await client.post('/api/users', guard)
    await client.post('/api/users', wall)
    return client
  }),
)
let page: Page
let relay: RelayView
beforeEach(() => {
  page = rig.page
  relay = new RelayView(page, 17)
})

const dialog = () => page.getByRole('dialog', { name: /Portón 1|Lectura/ })
/** Switches the relay on and off again, as the confirmation and the undoing of an opening. */
async function opens(): Promise<void> {
  await relay.on.click()
  await relay.shows('Activando: pendiente')
  const command = await rig.agent.takeCommand()
  expect(command).toMatchObject({ pin: 17, state: 1, durationMs: 5000 })
  await rig.agent.answer(command, { onMs: 5000 })
  await relay.shows('Activo')
  expect(await relay.left()).toBeGreaterThan(0)
  await relay.off.or(relay.undo).click()
  await rig.agent.answer(await rig.agent.takeCommand())
  await relay.shows('Inactivo')
}

it('a read of the live screen opens its gate from its sheet', async () => {
  await rig.live()
  await rig.agent.read(TAG)
  await rig.rows(TAG).first().click()
  await dialog().getByRole('heading', { name: 'Abrir Portón 1' }).waitFor()
  await opens()
  expect(await faultsInAllLooks(page)).toEqual([])
})

it.each([320, 390, 430, 600])('moves no switch at %i px as a relay changes', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  await rig.live()
  await rig.agent.read(TAG)
  await rig.rows(TAG).first().getByText('Sin registrar').click()
  await relay.shows('Inactivo')
  const before = await relay.on.boundingBox()
  const state = relay.box.getByRole('status')
  const stands = async () => {
    expect(await relay.on.boundingBox()).toEqual(before)
    expect((await state.boundingBox())?.height).toBeLessThan(26)
  }
  await relay.on.click()
  await relay.shows('Activando: pendiente')
  await stands()
  await rig.agent.answer(await rig.agent.takeCommand(), { onMs: 5000 })
  await relay.shows('Activo')
  expect(await relay.left()).toBeGreaterThan(0)
  await stands()
  await relay.off.or(relay.undo).click()
  await relay.shows('Desactivando: pendiente')
  await stands()
  await rig.agent.answer(await rig.agent.takeCommand())
  await relay.shows('Inactivo')
})

it('leaves room for the read above its relays on a phone of 320 px', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await rig.live()
  await rig.agent.read(TAG)
  await rig.rows(TAG).first().click()
  // What it is about is in sight beside them, before anything scrolls.
  await bare(dialog().getByText(TAG, { exact: true }).first())
  await relay.on.click({ trial: true })
  const relays = await dialog().getByRole('region', { name: 'Abrir Portón 1' }).boundingBox()
  const whole = await dialog().boundingBox()
  expect(Number(relays?.height) / Number(whole?.height)).toBeLessThan(0.34)
})

/** Waits until all of a part is in view without scrolling, with nothing over it. */
const bare = (part: Locator) =>
  until('a part that nothing covers', () =>
    part.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const places = [top + 2, bottom - 2].map((y) =>
        document.elementFromPoint((left + right) / 2, y),
      )
      return places.every((there) => element.contains(there))
    }),
  )

it.each([
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
])('covers no button of the read by its relays at $width px', async (viewport) => {
  await page.setViewportSize(viewport)
  const known = `TEST-${viewport.width}`
  await rig.client.post('/api/vehicles', { plate: `REL${viewport.width}`, rfid_tag: known })
  await rig.live()
  await rig.agent.read([TAG, known])
  await rig.rows(TAG).first().getByText('Sin registrar').click()
  await relay.on.waitFor()
  const unknown = page.getByRole('region', { name: 'Tag sin registrar' })
  await unknown.getByText(/en 7 días/).waitFor()
  await bare(dialog().getByRole('link', { name: `Registrar ${TAG}` }))
  const onMap = dialog().getByRole('link', { name: 'Ver en mapa' })
  // On so small a sheet the tag's history stands above it: it is scrolled to.
  if (viewport.width > 320) await bare(onMap)
  await page.keyboard.press('Escape')
  await rig.rows(known).first().locator('td').first().click()
  await relay.on.waitFor()
  const asset = dialog().getByRole('link', { name: 'Ver ficha' })
  for (const part of [asset, onMap, relay.on]) await bare(part)
  expect(await faultsInAllLooks(page)).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await logIn(page, '/live-rfid', guard)
  await rig.rows(TAG).first().getByText('Sin registrar').click()
  await relay.on.waitFor()
  await unknown.getByText(/en 7 días/).waitFor()
  await bare(dialog().getByRole('button', { name: 'Avisar' }))
})

it('moves no button of the read as the hub says which relays there are', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/agents/*/commands?*', async (route) => {
    await held
    await route.continue()
  })
  await rig.live()
  await rig.agent.read(TAG)
  await rig.rows(TAG).first().getByText('Sin registrar').click()
  const register = dialog().getByRole('link', { name: `Registrar ${TAG}` })
  await page.getByText(/en 7 días/).waitFor()
  await dialog().getByRole('heading', { name: 'Abrir Portón 1' }).waitFor()
  expect(await relay.on.count()).toBe(0)
  const before = await register.boundingBox()
  answer()
  await relay.on.waitFor()
  expect(await register.boundingBox()).toEqual(before)
})

it('the tap that opened the sheet cannot switch as well', async () => {
  await rig.live()
  await rig.agent.read(TAG)
  await rig.rows(TAG).first().waitFor()
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      const button = document.querySelector('[aria-label="Activar relé 17"]')
      if (button && seen.length === 0) seen.push(getComputedStyle(button).pointerEvents)
    }).observe(document, { childList: true, subtree: true })
  })
  await rig.rows(TAG).first().click()
  await relay.on.click({ trial: true })
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([
    'none',
  ])
})

it('the popup of an agent on the map opens its gate', async () => {
  await page.goto('/map')
  await page.locator('.agent-marker[title="Portón 1"]').click()
  await page.getByRole('button', { name: 'Abrir Portón 1' }).click()
  await opens()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.locator('[aria-label="Abrir Portón 1"]:focus').waitFor()
})

it('the card of an agent opens its gate, for an operator too', async () => {
  await page.evaluate(() => localStorage.clear())
  await logIn(page, '/map?view=status', guard)
  await page.getByRole('button', { name: 'Abrir Portón 1' }).click()
  await relay.shows('Inactivo')
  expect(await faultsInAllLooks(page)).toEqual([])
  await opens()
  await page.keyboard.press('Escape')
  await page.locator('[aria-label="Abrir Portón 1"]:focus').waitFor()
})

it('says why a gate that is away cannot be opened', async () => {
  await page.goto('/map?view=status')
  await page.getByRole('button', { name: 'Abrir Puerta lejana' }).click()
  await page.getByText('El agente no está conectado').waitFor()
  expect(await relay.on.getAttribute('aria-disabled')).toBe('true')
})

it('keeps the chosen durations while a question stands over the dialog', async () => {
  const other = new RelayView(page, 27)
  const stays = async () => {
    await relay.duration
      .getByRole('option', { name: '5 s', exact: true })
      .waitFor({ state: 'attached' })
    await relay.askDuration('45')
    expect(await relay.duration.inputValue()).toBe('45000')
    await other.duration.selectOption('Sin duración')
    await other.on.click()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await relay.on.click()
    const command = await rig.agent.takeCommand()
    expect(command).toMatchObject({ pin: 17, state: 1, durationMs: 45_000 })
    await rig.agent.answer(command, { onMs: 45_000 })
    await relay.shows('Activo')
    await relay.off.or(relay.undo).click()
    await rig.agent.answer(await rig.agent.takeCommand())
    await relay.shows('Inactivo')
    expect(await relay.duration.inputValue()).toBe('45000')
    expect(await other.duration.inputValue()).toBe('none')
  }
  await page.goto('/map?view=status')
  await page.getByRole('button', { name: 'Abrir Portón 1' }).click()
  await stays()
  await rig.live()
  await rig.agent.read(TAG)
  await rig.rows(TAG).first().click()
  await stays()
})

it('a gate without that relay refuses in words, and no panel offers what it lacks', async () => {
  await page.goto('/map?view=status')
  const open = page.getByRole('button', { name: 'Abrir Portón 1' })
  await open.click()
  const other = new RelayView(page, 27)
  await other.on.waitFor()
  await rig.agent.report([
    statusOf({ relays: { driver: 'gpiochip', simulated: true, pins: [17] } }),
  ])
  await other.on.click()
  await other.fails('Fallo al enviar comando: El relé 27 no está configurado en este agente')
  await page.reload()
  await open.click()
  await relay.on.waitFor()
  await page.getByText('Simulados: no mueven nada real').waitFor()
  expect(await other.on.count()).toBe(0)
  await rig.openPanel()
  expect(await other.on.count()).toBe(0)
  await rig.agent.report([statusOf({ relays: { driver: 'none', simulated: false, pins: [] } })])
  await page.goto('/admin?tab=agentes&agente=porton-1')
  await page.getByText('Este agente no tiene relés configurados').waitFor()
  await page.getByText('Ninguno configurado: este agente no lee nada.').waitFor()
  expect(await relay.on.count()).toBe(0)
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('a wall has no switch, by its address and by its account', async () => {
  await page.goto('/map?view=status&kiosk=1')
  await page.getByText('Portón 1').first().waitFor()
  expect(await page.getByRole('button', { name: /^Abrir/ }).count()).toBe(0)
  await page.evaluate(() => localStorage.clear())
  await logIn(page, '/map?view=status', wall)
  await page.getByRole('heading', { name: 'Portón 1' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('button', { name: /^Abrir/ }).count()).toBe(0)
})
