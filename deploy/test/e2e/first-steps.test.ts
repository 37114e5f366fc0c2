import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { AgentsRig } from '../rig/agents-rig.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks, focused, logIn } from '../rig/watched-page.ts'

const NO_AGENTS = 'Aún no hay agentes'
const guard = { email: 'guardia@ejemplo.co', name: 'Guardia', password: 'first one' }

const rig = eachOnItsPage(
  new AgentsRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/users', { ...guard, role: 'operator' })
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const scene = (title: string) => page.getByRole('region', { name: title })

it('an empty hub says what to do next, and leads there', async () => {
  await page.goto('/dashboard')
  await scene(NO_AGENTS).waitFor()
  expect(await page.locator('canvas, table').count()).toBe(0)
  expect(await page.locator('main').textContent()).not.toMatch(/%|Tendencia/)
  expect(await faultsInAllLooks(page)).toEqual([])

  // The form is folded on a phone.
  await page.setViewportSize({ width: 390, height: 800 })
  await scene(NO_AGENTS).getByRole('link', { name: 'Inscribir un agente' }).click()
  await page.getByRole('button', { name: 'Generar token' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Enrolamiento rápido')
})

it('the live screen and the map of an empty hub lead there too', async () => {
  for (const path of ['/live-rfid', '/map']) {
    await page.goto(path)
    const link = scene(NO_AGENTS).getByRole('link', { name: 'Inscribir un agente' })
    await link.waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await link.click()
    await page.getByRole('button', { name: 'Generar token' }).waitFor()
  }
})

it('an operator is told whom to ask', async () => {
  await page.goto('/login')
  await page.evaluate(() => localStorage.clear())
  await logIn(page, '/dashboard', guard)
  await scene(NO_AGENTS).getByText('Pide a un administrador').waitFor()
  expect(await scene(NO_AGENTS).getByRole('link').count()).toBe(0)
})

it('gives way to what is missing next, and to the figures with the first read', async () => {
  await page.goto('/dashboard')
  await scene(NO_AGENTS).waitFor()
  const gate = await LiveAgent.open(rig.client, 'puerta-1')
  await scene('Aún no hay lecturas').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await gate.read('E20034120000000000000001')
  await page.getByRole('region', { name: 'Lecturas en rango' }).getByText('1').waitFor()
  expect(await scene('Aún no hay lecturas').count()).toBe(0)

  await page.goto('/map')
  const places = scene('Ningún agente tiene ubicación')
  await places.getByRole('link', { name: 'Ubicar los agentes' }).waitFor()
  gate.close()
})
