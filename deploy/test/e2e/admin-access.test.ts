import type { AccessGate, AccessGateList } from '@vehicle-control/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HubClient } from '../../local/hub-process.ts'
import { AdminRig } from '../rig/admin-rig.ts'
import { LiveAgent, readOf, statusOf } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused, logIn, openWatchedPage } from '../rig/watched-page.ts'

const TAB = '/admin?tab=accesos'
const KNOWN = 'TEST-001'
const STRANGER = 'E20034120000000000000099'
const RULE = {
  readers: ['gate'],
  direction: 'both',
  who: 'registered',
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
}
const guard = {
  email: 'guardia@ejemplo.co',
  name: 'Guardia',
  password: 'first one',
  role: 'operator',
}

/** A gate that reports a reader and relays, one without, and reads of the hub's first vehicle and of a stranger. */
async function addGates(client: HubClient): Promise<void> {
  await client.post('/api/users', guard)
  await client.post('/api/agents', { code: 'lejos', name: 'Puerta lejana' })
  const agent = await LiveAgent.open(client, 'porton-1', { name: 'Portón 1' })
  const reader = { id: 'gate', type: 'simulator', path: 'sim', state: 'open' as const, noise: 0 }
  const relays = { driver: 'gpiochip', simulated: false, pins: [17, 27] as (17 | 27)[] }
  await agent.report([
    statusOf({ readers: [{ ...reader, simulated: true }], relays }),
    readOf(KNOWN),
    readOf(STRANGER),
    {
      kind: 'decision',
      agoMs: 0,
      data: {
        uid: STRANGER,
        reader: 'gate',
        verdict: 'deny',
        reason: 'unknown',
        mode: 'observe',
        previous: true,
        list: { digest: 'a'.repeat(64), ageMs: 61_000 },
        time: { nowMs: Date.now(), floorMs: null },
      },
    },
  ])
}

const rig = eachOnItsPage(
  new AdminRig(async (site) => {
    const client = await site.startHub()
    await addGates(client)
    return client
  }),
)
let page: Page
beforeEach(async () => {
  page = rig.page
  await set('off', [])
})

async function stored(): Promise<AccessGate> {
  const { gates } = (await rig.client.get('/api/access/gates')) as AccessGateList
  const gate = gates.find(({ code }) => code === 'porton-1')
  if (!gate) throw new Error('the hub has no gate porton-1')
  return gate
}

/** Sets the gate as somebody else would. */
async function set(mode: string, rules: object[]): Promise<void> {
  const { revision: seen } = await stored()
  await rig.client.put('/api/access/gates/porton-1', { seen, mode, rules })
}

const card = () =>
  page
    .getByRole('list', { name: 'Porterías', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Portón 1', exact: true }) })
const control = (name: string, on: Locator = card()) => on.getByLabel(name, { exact: true })

async function configure(): Promise<void> {
  await page.goto(TAB)
  await rig.button('Configurar Portón 1').click()
  await card()
    .getByText(/^Con la lista de hoy/)
    .waitFor()
}

describe('the access of gates', () => {
  it('observes three clicks after the administration', async () => {
    await rig.open()
    await page.getByRole('tab', { name: 'Accesos' }).click()
    await page.getByText('Sin lector o relé: Puerta lejana', { exact: true }).waitFor()
    expect(await rig.button('Configurar Puerta lejana').count()).toBe(0)
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button('Configurar Portón 1').click()
    await card()
      .getByText(/^Con la lista de hoy, 1 lectura .* habría abierto y 1 no \(sin repeticiones;/)
      .waitFor()
    await card().getByText('Por qué no: tag sin registrar 1.').waitFor()
    await rig.notice('Observar no abre nada: anota lo que habría decidido.').waitFor()
    await rig.button('Observar').click()
    await card().getByText('Observa', { exact: true }).waitFor()
    await rig.notice('Portón 1 observa.').waitFor()
    await card()
      .getByText(
        'Todos los vehículos registrados entran y salen por Portón 1 (lector gate), siempre: abre el relé 17 durante 5 s.',
      )
      .waitFor()
    expect(await stored()).toMatchObject({ mode: 'observe', rules: [RULE] })
  })

  it('is configured by the keyboard alone', async () => {
    await page.goto(TAB)
    await rig.button('Configurar Portón 1').focus()
    await page.keyboard.press('Enter')
    await until(
      'the focus in the editor',
      async () => (await focused(page)) === 'Configurar Portón 1',
    )
    const reach = async (name: string) => {
      for (let i = 0; i < 20 && (await focused(page)) !== name; i++)
        await page.keyboard.press('Tab')
      expect(await focused(page)).toBe(name)
    }
    await reach('Sentido')
    await page.keyboard.press('ArrowDown')
    await reach('Segundos')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('2,5')
    await reach('Observar')
    await page.keyboard.press('Enter')
    await card().getByText('Observa', { exact: true }).waitFor()
    await until('the focus back', async () => (await focused(page)) === 'Configurar Portón 1')
    expect((await stored()).rules).toMatchObject([{ direction: 'in', onMs: 2500 }])
  })

  it('shows before it is saved what hours and groups would do', async () => {
    await configure()
    await card().getByText('Mírala', { exact: true }).click()
    await card().getByText(STRANGER).waitFor()
    await control('Cuándo').selectOption('solo de día')
    await rig.button('Agregar otra frase').click()
    const second = card().getByRole('group', { name: 'Frase 2', exact: true })
    await control('Quiénes', second).selectOption('vehículos de grupos')
    await card().getByText('Elige al menos un grupo').waitFor()
    await card().getByText('Completa la frase para ver qué habría pasado.').waitFor()
    await rig.button('Nuevo grupo').click()
    await page.getByRole('dialog').getByRole('textbox').fill('Proveedores')
    await page.keyboard.press('Enter')
    await second.getByRole('checkbox', { name: 'Proveedores', checked: true }).waitFor()
    await card()
      .getByText(/^Con la lista de hoy/)
      .waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button('Observar').click()
    await card().getByText('Observa', { exact: true }).waitFor()
    const [first, other] = (await stored()).rules
    expect(first).toMatchObject({ who: 'registered', hours: [{ days: 31, from: 360, to: 1080 }] })
    expect(other).toMatchObject({ who: [expect.any(Number)], hours: null })
    await rig.button('Configurar Portón 1').click()
    await rig.button('Quitar frase 1').click()
    await rig.button('Apagar').click()
    await card().getByText('Apagado', { exact: true }).waitFor()
    expect(await stored()).toMatchObject({ mode: 'off', rules: [{ id: other?.['id'] }] })
  })

  it('refuses seconds that no relay takes, beside the sentence', async () => {
    await configure()
    await control('Segundos').fill('601')
    await card().getByRole('alert').getByText('Entre 0,001 y 600 segundos').waitFor()
    await rig.button('Observar').and(page.locator('[aria-disabled=true]')).click({ force: true })
    expect(await stored()).toMatchObject({ mode: 'off', rules: [] })
  })

  it('says what somebody else changed meanwhile, and asks which of both', async () => {
    await configure()
    await control('Relé').selectOption('27')
    await set('observe', [{ ...RULE, direction: 'out' }])
    await rig.button('Observar').click()
    const notice = card().getByRole('alert')
    await notice
      .getByText('Otra persona cambió esta portería mientras la configurabas', { exact: true })
      .waitFor()
    await notice.getByText('Modo: «Apagado» → «Observa»', { exact: true }).waitFor()
    await notice
      .getByText(/^Frase 1: «vacío» → «Todos los vehículos registrados salen por/)
      .waitFor()
    expect((await stored()).rules).toMatchObject([{ direction: 'out' }])
    await rig.button('Guardar lo mío').click()
    await card()
      .getByText(/^Todos .* entran y salen por .* abre el relé 27/)
      .waitFor()
    expect((await stored()).rules).toMatchObject([{ direction: 'both', relay: { pin: 27 } }])
  })

  it('gives up a list that knows more than the hub only where somebody agrees to it', async () => {
    const held = { id: 'abcdefghijklmnop', edits: 7 }
    const path = (url: URL) => url.pathname === '/api/access/gates'
    await page.route(path, async (route) => {
      const answer = (await (await route.fetch()).json()) as AccessGateList
      const gates = answer.gates.map((gate) => {
        const list = { ...gate.list, state: 'held', held, refused_rules: [4, null] }
        return gate.code === 'porton-1' ? { ...gate, mode: 'observe', list } : gate
      })
      await route.fulfill({ json: { ...answer, gates } })
    })
    await page.goto(TAB)
    await card().getByText('Conserva su lista: la de este hub es más antigua').waitFor()
    await card().getByText('2 reglas no se entienden en su versión: no abren').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button('Usar la lista de este hub en Portón 1').click()
    const question = page.getByRole('dialog')
    await question.getByText(/puede dejar pasar tags que ya tenía vencidos/).waitFor()
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await question.getByRole('button', { name: 'Aceptar' }).click()
    const call = await asked
    expect(new URL(call.url()).pathname).toBe('/api/access/gates/porton-1/give-up')
    expect(call.postDataJSON()).toEqual({ list: held })
    // This hub knows of no such list: what it says is shown.
    await page.getByText(/La portería ya tiene otra lista/).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('is only looked at by operators', async () => {
    await set('observe', [RULE])
    const watched = await openWatchedPage(rig.browser, rig.client.url)
    await logIn(watched.page, TAB, guard)
    await watched.page.getByText(/^Todos los vehículos registrados entran y salen/).waitFor()
    expect(await watched.page.getByRole('button', { name: /Configurar/ }).count()).toBe(0)
    expect(watched.troubles).toEqual([])
    await watched.context.close()
  })
})

it('a decision says why', async () => {
  await page.goto(TAB)
  const list = page.getByRole('list', { name: 'Decisiones' })
  const decision = list.getByRole('listitem').filter({ hasText: STRANGER })
  await decision.getByText('◆no pasa', { exact: true }).waitFor()
  await decision.getByText('¿Por qué?').click()
  await decision.getByText('◆ no pasa (solo observa)').waitFor()
  await decision.getByText('hace 01:01').waitFor()
  await decision.getByText('nadie en el minuto siguiente').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await control('Mostrar', page.locator('body')).selectOption('Pasa')
  await page.getByText('Ninguna decisión es así.').waitFor()
})

describe('the access of a vehicle', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Acceso de KLM482' })

  it('is blocked in its row, and names the gates that have not confirmed it', async () => {
    await set('observe', [RULE])
    await rig.open('?q=KLM482')
    await rig.button('Acceso de KLM482').click()
    await dialog().getByText('Sin bloqueo').waitFor()
    await dialog().getByRole('button', { name: 'Bloquear…' }).click()
    await dialog()
      .getByText(/^¿Bloquear KLM482\? Se niegan todos los tags/)
      .waitFor()
    await dialog().getByRole('button', { name: 'Bloquear', exact: true }).click()
    await dialog()
      .getByText('Bloqueado. Aún no lo confirman: Portón 1. Hasta entonces deciden como antes.')
      .waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Cerrar', exact: true }).click()
    await rig.row('KLM482').getByText('◆Bloqueado', { exact: true }).waitFor()
    await page.goto(TAB)
    await page.getByText('1 tag bloqueado', { exact: true }).click()
    await page.getByText('lo lleva un vehículo bloqueado').waitFor()
    await rig.open('?q=KLM482')
    await rig.button('Acceso de KLM482').click()
    await dialog().getByRole('button', { name: 'Desbloquear…' }).click()
    await dialog().getByRole('button', { name: 'Desbloquear', exact: true }).click()
    await dialog().getByText('Sin bloqueo').waitFor()
    await page.keyboard.press('Escape')
    await rig.row('KLM482').getByText('◆Bloqueado', { exact: true }).waitFor({ state: 'detached' })
  })

  it('ends on the day that its calendar is given, which the row says on a phone too', async () => {
    await rig.open('?q=KLM482')
    await rig.button('Acceso de KLM482').click()
    const end = dialog().getByRole('button', { name: 'Válido hasta' })
    await end.click()
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.getByRole('button', { name: /^15 / }).click()
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await dialog().getByRole('button', { name: 'Guardar', exact: true }).click()
    await dialog().getByText('Guardado.').waitFor()
    await dialog().getByText('Vencido', { exact: true }).waitFor()
    await dialog().getByRole('button', { name: 'Cerrar', exact: true }).click()
    await page.setViewportSize({ width: 320, height: 800 })
    await rig.row('KLM482').getByText('◆Vencido', { exact: true }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})
