import type {
  DailyResponse,
  HeatmapResponse,
  LogsResponse,
  TopVehiclesResponse,
} from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { DashboardRig, hostile } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'
import { until } from '../rig/site.ts'

/** Of today alone more than a list counts, in the evening. */
const READS = 25_000

const rig = eachOnItsPage(new DashboardRig(READS))

/** The tags of these reads, the newest first, less those that come within a minute of one that is there. */
function withoutRepeats(reads: LogsResponse['logs']): string[] {
  const shownAt = new Map<string, number>()
  const shown = reads.toReversed().filter(({ uid, read_at }) => {
    const at = Date.parse(read_at)
    if (at - (shownAt.get(uid) ?? -Infinity) < 60_000) return false
    shownAt.set(uid, at)
    return true
  })
  return shown.map(({ uid }) => uid).toReversed()
}

describe('the figures', () => {
  it('are those of the hub', async () => {
    await rig.dashboard()
    const today = (await rig.client.get('/api/rfid/logs/today?limit=1')) as LogsResponse
    const { days } = (await rig.client.get('/api/rfid/stats/daily?days=30')) as DailyResponse
    const shown = (n: number) => new Intl.NumberFormat('es-CO').format(n)
    await rig.region('Lecturas en rango').getByText(shown(today.total), { exact: true }).waitFor()
    const ofToday = shown(days.at(-1)?.total ?? 0)
    await rig.region('Lecturas hoy').getByText(ofToday, { exact: true }).waitFor()
    await rig
      .region('Tendencia 24 h')
      .getByText(/24 h anteriores/)
      .waitFor()

    const total = new Intl.NumberFormat('es-CO').format(days.reduce((n, day) => n + day.total, 0))
    await rig.page.getByRole('img', { name: new RegExp(`30 días.*Total ${total}`) }).waitFor()
    await rig.button('Ver tabla: Lecturas por día (30 días)').click()
    const dayRows = rig.region('Tabla: Lecturas por día (30 días)').locator('tbody tr')
    expect(await dayRows.count()).toBe(30)

    const { top } = (await rig.client.get(
      '/api/rfid/stats/top-vehicles?limit=10',
    )) as TopVehiclesResponse
    const places = await rig
      .region('Vehículos con más lecturas')
      .locator('tbody tr')
      .allTextContents()
    expect(places).toEqual(
      top.map((one) => `${one.plate ?? one.model}${one.owner ?? '—'}${one.total}`),
    )
  })

  it('are blank in the heatmap for hours that have not come', async () => {
    await rig.dashboard()
    const { cells } = (await rig.client.get('/api/rfid/stats/heatmap?days=7')) as HeatmapResponse
    const heat = rig.page.getByRole('region', { name: /^Tabla: Lecturas por día y hora/ })
    await heat.waitFor()
    const days = ['Dom', 'Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sab']
    const names = await heat.locator('tbody th').allTextContents()
    const today = names.findIndex((name) => name.endsWith(' hoy'))
    expect(names).toEqual(days.map((name, dow) => (dow === today ? `${name} hoy` : name)))
    const shown = await heat.locator('td').allTextContents()
    // The rest of today is blank, and nothing else.
    const hours = shown.slice(today * 24, (today + 1) * 24).lastIndexOf('') + 1
    const blank = shown.filter((text) => text === '').length
    expect(hours).toBe(blank === 0 ? 0 : 24)
    const isToCome = (place: number) =>
      place >= (today + 1) * 24 - blank && place < (today + 1) * 24
    expect(shown).toEqual(cells.map(({ total: n }, i) => (isToCome(i) ? '' : String(n))))
  })

  it('show owners and models as they are written, whatever is in them', async () => {
    await rig.dashboard(`?tag=${hostile.rfid_tag}`)
    await rig.column(2, (tag) => tag === hostile.rfid_tag)
    // One of the two reads repeats the other.
    expect(await rig.rows().count()).toBe(1)
    await rig.page.getByText('1 repetida oculta').waitFor()
    expect(await rig.rows().first().textContent()).toContain(
      `${hostile.plate}${hostile.model}${hostile.owner}`,
    )
    expect(await rig.page.title()).toBe('Dashboard · Vehicle Control')
  })
})

describe('the filters', () => {
  it('search by plate in upper case, are in the address, and «back» undoes them', async () => {
    // The site's day may have just begun.
    await rig.dashboard('?range=7d')
    const plate = rig.page.getByRole('textbox', { name: 'Placa' })
    await plate.pressSequentially('aa')
    await rig.value('Placa', 'AA')
    await rig.column(4, (text) => text.includes('AA'))
    expect(rig.search().get('plate')).toBe('AA')
    await rig.region('Lecturas en rango').getByText('Con los filtros aplicados').waitFor()
    await rig.page.reload()
    await rig.value('Placa', 'AA')
    await rig.column(4, (text) => text.includes('AA'))
    await rig.page.getByRole('radio', { name: 'Últimas 24 h' }).check()
    await rig.page.waitForURL((url) => url.searchParams.get('range') === '24h')
    await rig.page.goBack()
    await rig.page.waitForURL((url) => url.searchParams.get('range') === '7d')
    await rig.value('Placa', 'AA')
    await rig.page.goBack()
    await rig.page.waitForURL((url) => url.search === '?range=7d')
    await rig.value('Placa', '')
  })

  it('search by tag in upper case, and by owner', async () => {
    await rig.dashboard('?range=24h')
    await rig.page.getByRole('textbox', { name: 'Tag' }).pressSequentially('e2ffff')
    await rig.column(2, (tag) => tag.startsWith('E2FFFF'))
    await rig.button('Limpiar').click()
    await rig.page.getByRole('textbox', { name: 'Propietario' }).fill('hyperlink')
    await rig.page.keyboard.press('Enter')
    await rig.column(6, (owner) => owner === hostile.owner)
    expect(rig.search().get('owner')).toBe('hyperlink')
  })

  it('keep the caret where it is typed', async () => {
    await rig.dashboard()
    await rig.page.getByRole('textbox', { name: 'Placa' }).pressSequentially('abc')
    await rig.page.keyboard.press('Home')
    await rig.page.keyboard.type('xy')
    await rig.value('Placa', 'XYABC')
  })

  it('keep the focus where it is', async () => {
    await rig.dashboard()
    await rig.page.getByRole('textbox', { name: 'Placa' }).fill('aa')
    await rig.page.waitForURL((url) => url.searchParams.get('plate') === 'AA')
    expect(await rig.page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  })

  it("take the ends of a range from the calendar, by the site's clocks", async () => {
    const sent = rig.requestsOf('/api/rfid/stats/top-vehicles')
    await rig.dashboard('?range=custom&from=2026-03-10T08:00&to=2026-03-12T09:30')
    expect(sent[0]?.url()).toContain(
      'from=2026-03-10T13%3A00%3A00.000Z&to=2026-03-12T14%3A30%3A59.999Z',
    )
    await rig.button('Desde').click()
    const dialog = rig.page.getByRole('dialog')
    await dialog.getByRole('button', { name: '5 marzo 2026', exact: true }).click()
    await dialog.getByLabel('Horas').fill('6')
    await dialog.getByLabel('Minutos').fill('15')
    await dialog.getByRole('button', { name: 'Aplicar' }).click()
    await rig.page.waitForURL((url) => url.searchParams.get('from') === '2026-03-05T06:15')
    await until('the call', () => sent.some((one) => one.url().includes('from=2026-03-05T11%3A15')))
    await rig.page.getByRole('button', { name: /Auto-refresco/ }).click()
    await rig.page.getByText('El rango ya terminó: sin auto-refresco').waitFor()
    await rig.page.keyboard.press('Escape')
    await rig.page.getByRole('button', { name: 'Borrar fecha: Hasta' }).click()
    await rig.page.waitForURL((url) => !url.searchParams.has('to'))
    await rig.page
      .getByRole('img', { name: /^Lecturas por día del rango \(más de 92 días\)\. Total / })
      .waitFor()
  })

  it('refuse a range that is upside down, in words, without faults or calls', async () => {
    const sent = rig.requestsOf('/api/rfid/logs')
    await rig.dashboard('?range=custom&from=2026-03-12T08:00&to=2026-03-10T08:00')
    await rig.alert('«Desde» debe ser anterior a «Hasta»').waitFor()
    await rig.button('Refrescar').click()
    await rig.status().waitFor()
    expect(sent).toEqual([])
    for (const name of ['Excel', 'PDF', 'PNG']) {
      await rig.button(name).click()
      await rig.alert('Sin datos para exportar en el rango seleccionado.').waitFor()
      await rig.button('Cerrar aviso').click()
    }
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('are cleared', async () => {
    await rig.dashboard('?plate=A&tag=E2&owner=P&range=24h')
    await rig.button('Limpiar').click()
    await rig.page.waitForURL((url) => url.search === '?range=24h')
    for (const name of ['Placa', 'Tag', 'Propietario']) {
      await rig.value(name, '')
    }
    await rig.page
      .getByRole('radio', { name: 'Últimas 24 h', checked: true })
      .waitFor({ state: 'attached' })
  })
})

describe('refreshing', () => {
  it('comes by button and by R, past every cache', async () => {
    await rig.dashboard()
    const sent = rig.requestsOf('/api/rfid/logs')
    await rig.button('Refrescar').click()
    await until('the call', () => sent.length === 1)
    await rig.status().waitFor()
    await rig.page.keyboard.press('r')
    await until('the call', () => sent.length === 2)
    const stamps = sent.map((request) => new URL(request.url()).searchParams.get('_'))
    expect(stamps.every((stamp) => /^\d{13}$/.test(stamp ?? ''))).toBe(true)
    expect(new Set(stamps).size).toBe(2)
    expect((await sent[0]?.allHeaders())?.['cache-control']).toBe('no-cache')
  })

  it('comes by itself, counted down, at the seconds that are asked for', async () => {
    await rig.page.clock.install()
    await rig.dashboard()
    await rig.page.getByRole('button', { name: /Auto-refresco/ }).click()
    await rig.page.getByText(/^Próximo en \d+ s$/).waitFor()
    const sent = rig.requestsOf('/api/rfid/logs')
    const seconds = rig.page.getByRole('textbox', { name: 'Auto-refresco (s)' })
    await seconds.fill('4')
    await rig.page.getByText('Auto-refresco apagado').waitFor()
    await seconds.fill('5')
    await rig.page.getByText(/^Próximo en [1-5] s$/).waitFor()
    expect(rig.search().get('refresh')).toBe('5')
    await until('two rounds', async () => {
      await rig.page.clock.fastForward(1000)
      return sent.length >= 2
    })
    await seconds.fill('')
    await rig.page.getByText('Auto-refresco apagado').waitFor()
  })
})

describe('the table', () => {
  it('is turned by the page to the end of its reads, none twice and none lost', async () => {
    const sent = rig.requestsOf('/api/rfid/logs')
    await rig.dashboard('?range=24h&plate=A')
    const shown = rig.page.getByText(/^Lecturas 1–25 de [\d.+]+$/)
    await shown.waitFor()
    const address = new URL(sent[0]?.url() ?? '')
    address.searchParams.set('limit', '20000')
    const all = ((await rig.client.get(`${address.pathname}${address.search}`)) as LogsResponse)
      .logs
    const expected = withoutRepeats(all)
    const tags = () => rig.rows().locator('td:nth-child(2)').allTextContents()
    const first = await tags()
    const seen = [...first]
    // Beyond the first answer, which has 200 reads.
    for (let page = 1; page < 10; page++) {
      await rig.button('Siguiente').click()
      await rig.page
        .getByText(new RegExp(`^Lecturas ${page * 25 + 1}–${page * 25 + 25} de`))
        .waitFor()
      seen.push(...(await tags()))
    }
    expect(seen).toEqual(expected.slice(0, 250))
    expect(sent.some((one) => one.url().includes('before='))).toBe(true)
    for (let page = 8; page >= 0; page--) {
      await rig.button('Anterior').click()
      await rig.page.getByText(new RegExp(`^Lecturas ${page * 25 + 1}–`)).waitFor()
    }
    expect(await tags()).toEqual(first)
  })

  it('of the tags that no asset has opens from their count, and Esc leads back', async () => {
    await rig.dashboard('?range=24h')
    const count = rig.page.getByRole('link', { name: /^Sin registrar hoy: [\d.]+\+?\. / })
    await count.click()
    await rig.page.waitForURL((url) => url.search === '?known=0')
    await rig.column(4, (plate) => plate === '▲ Sin registrar')
    await rig.page.locator('h2:focus', { hasText: 'Lecturas' }).waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.page.keyboard.press('Escape')
    await rig.page.waitForURL((url) => url.search === '?range=24h')
    // A plate leads to its vehicle, and «back» from there.
    const plate = rig.rows().locator('td:nth-child(4) a').first()
    const name = (await plate.textContent()) ?? ''
    await plate.click()
    await rig.page.waitForURL((url) => url.pathname === '/vehicle')
    await rig.page.getByRole('heading', { name }).waitFor()
    await rig.page.goBack()
    await rig.page.waitForURL((url) => url.search === '?range=24h')
  })

  it('says that a search did not see all reads', async () => {
    await rig.page.route(
      (url) => url.pathname === '/api/rfid/logs',
      async (route) => {
        const answer = (await (await route.fetch()).json()) as LogsResponse
        await route.fulfill({ json: { ...answer, truncated: true, capped: true, total: 10_001 } })
      },
    )
    await rig.dashboard()
    await rig.page.getByText('La búsqueda revisó solo las 50.000 lecturas más nuevas').waitFor()
    await rig.region('Lecturas en rango').getByText('10.000+', { exact: true }).waitFor()
  })
})
