import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { storedSession } from '../rig/dashboard-site.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { PageRig } from '../rig/page-rig.ts'
import { logIn } from '../rig/watched-page.ts'

// A hub that has nothing says what it lacks, in the place of what a screen draws first.
const rig = new PageRig(async (site) => {
  const client = await site.startHub()
  await client.post('/api/agents', { code: 'puerta-2', name: 'Sur', lat: 4.711, lng: -74.072 })
  const gate = await LiveAgent.open(client, 'puerta-1')
  await gate.read('E20034120000000000000001')
  gate.close()
  return client
})
beforeAll(() => rig.start(), 120_000)
afterAll(() => rig.end())
afterEach(async () => expect(await rig.closePage()).toEqual([]))

it.each([
  ['/login', 'Iniciar sesión', /assets.(person-there|late-font)/],
  [
    '/live-rfid',
    'RFID Tiempo Real',
    /assets.(person-there|socket-io|esm|AfterScreens|running-heads|(use-)?site-title|font|paper|tags-now|tag-reports|came-from|kept-draft|report-draft|filter-words|(LiveControls|RowActions|IconChevronDown|FilterFields|DayActions|SuppressionField|suppress-bounds|TextFilter|use-debounced|(live-)?controls|inputs|IconFileSpreadsheet).*)/,
  ],
  [
    '/dashboard',
    'Dashboard',
    /assets.(Denials|PaperHead|PaperCharts|use-site-title|site-title|files|person-there|socket-io|esm|AfterScreens|running-heads|(use-)?site-title|font|paper|tags-now|tag-reports|TimeChart|time-chart)/,
  ],
  [
    '/map',
    'Mapa de agentes',
    /assets.(person-there|socket-io|esm|AfterScreens|running-heads|(use-)?site-title|font|paper|tags-now|tag-reports|OwnGround|PaperView|AgentsMap|MapFrame|leaflet-src|CloseButton|land-layer|packed-base-map)/,
  ],
  [
    '/admin',
    'Administración',
    /assets.(person-there|socket-io|esm|AfterScreens|running-heads|(use-)?site-title|font|paper|tags-now|tag-reports|came-from|PrintList|whole-list|DraftNotice|kept-draft|use-kept-draft|VehiclesTab|VehicleForm|vehicle-values|lists|history|photo|use-form)/,
  ],
])('asks in the page itself for what %s draws first', async (path, title, later) => {
  await rig.openPage({
    isNew: true,
    ...(path !== '/login' && { storageState: storedSession(rig.client) }),
  })
  const { page } = rig
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = await page.goto(path)
  const named: string[] = (await answer?.text())?.match(/\/assets\/[\w-]+\.(js|css)/g) ?? []
  expect(named.length).toBeGreaterThan(5)
  await page.getByRole('heading', { name: title }).waitFor()
  await page.waitForLoadState('networkidle')
  // The font comes behind all that: what is drawn does without it.
  const assets = asked.filter((file) => file.startsWith('/assets/') && !file.endsWith('.woff2'))
  expect(new Set(assets).size).toBe(assets.length)
  expect(assets).toEqual(expect.arrayContaining(named))
  expect(assets.filter((file) => !named.includes(file) && !later.test(file))).toEqual([])
})

it('opens where the hub has never said its time zone, and leaves the hub in peace', async () => {
  const { origins, ...state } = storedSession(rig.client)
  const isOfPerson = ({ name }: { name: string }) => name !== 'site_time_zone'
  const cold = origins.map(({ origin, localStorage }) => {
    return { origin, localStorage: localStorage.filter(isOfPerson) }
  })
  await rig.openPage({ isNew: true, storageState: { ...state, origins: cold } })
  const { page } = rig
  let asked = 0
  await page.route('**/api/public-config', (route) => {
    asked++
    return route.fulfill({ status: 500, body: '{}' })
  })
  await page.goto('/map')
  const mark = page.getByRole('button', { name: /^Sur, / })
  await mark.waitFor()
  await page.getByRole('radio', { name: 'Estado' }).press('Space')
  await page.getByRole('heading', { name: 'Sur' }).waitFor()
  await page.goto('/live-rfid')
  await page.getByText('E20034120000000000000001').first().waitFor()
  await page.goto('/dashboard')
  await page.getByText('E20034120000000000000001').first().waitFor()
  // A few times by each page.
  expect(asked).toBeLessThan(20)
})

it('leaves the way to the other screens open where one hangs', async () => {
  await rig.openPage({ storageState: storedSession(rig.client) })
  await rig.page.route(/assets.DashboardScreen.*js$/, () => {
    // Held until the page is closed.
  })
  await rig.page.goto('/dashboard', { waitUntil: 'commit' })
  await rig.page.getByRole('link', { name: 'Mapa' }).click()
  await rig.page.getByRole('heading', { name: 'Mapa' }).waitFor()
})

it('needs no storage, but to stay logged in', async () => {
  await rig.openPage()
  const { context, page } = rig
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      const get = () => {
        throw new DOMException('forbidden', 'SecurityError')
      }
      Object.defineProperty(window, name, { get })
    }
  })
  await logIn(page, '/dashboard?range=24h')
  await page.getByText(/^Actualizado: /).waitFor()
  await page.getByRole('link', { name: 'RFID Tiempo Real' }).click()
  await page.getByText('En vivo').waitFor()
  await page.getByRole('button', { name: 'Cambiar a modo oscuro' }).click()
  await page.getByRole('button', { name: 'Cambiar a modo claro' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
})
