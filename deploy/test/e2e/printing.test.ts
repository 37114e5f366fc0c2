import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { readTags } from '../rig/dashboard-site.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { sheetsOf } from '../rig/sheets.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const DAY_MS = 86_400_000
const MM = 96 / 25.4
/** Between the margins of a first sheet of Letter, as report.module.css sets them. */
const SHEET = { width: 196 * MM, height: 258.4 * MM }

const TEXTS_OF_A_ROW = 8
/** At least; a piece of a narrow text is a letter. */
const GLYPHS_OF_A_ROW = 50

const rig = eachOnItsPage(new DashboardRig(1500))

async function report(query: string): Promise<string> {
  await rig.page.goto(`/report${query}`)
  await rig.page.getByRole('heading', { name: 'Totales por agente' }).waitFor()
  return await rig.page.locator('main').innerText()
}

const prints = (page: Page) => page.evaluate(() => Number(Reflect.get(globalThis, 'prints')))

/** The date of the site so many days ago. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * DAY_MS - 5 * 3_600_000).toISOString().slice(0, 10)

describe('the report', () => {
  const day = dayBefore(1)

  it.each(['?range=24h', '?range=7d'])(
    'has the figures and charts of its range alone: %s',
    async (query) => {
      const text = await report(query)
      for (const other of ['Tendencia', '7 días', '30 días', 'cumplen los filtros']) {
        expect(text).not.toContain(other)
      }
      const total = /[\d.]+ de ([\d.]+)/.exec(text)?.[1] ?? ''
      for (const name of ['por día del rango', 'por hora del rango']) {
        const chart = new RegExp(`^Lecturas ${name}\\. Total ${total.replaceAll('.', '\\.')}\\.`)
        await rig.page.getByRole('img', { name: chart }).waitFor()
      }
      await rig.page
        .getByRole('region', { name: 'Tabla: Lecturas por día de la semana y hora del rango' })
        .waitFor()
    },
  )

  it('of one day says once how many reads each hour has', async () => {
    const text = await report(`?range=custom&from=${day}T00:00&to=${day}T23:59`)
    const [, total = ''] = /[\d.]+ de ([\d.]+)/.exec(text) ?? []
    const chart = new RegExp(`^Lecturas por hora del rango\\. Total ${total}\\.`)
    await rig.page.getByRole('img', { name: chart }).waitFor()
    expect(await rig.page.getByRole('img').count()).toBe(1)
    expect(text).not.toMatch(/por día del rango|día de la semana/)
    // Nothing was read twice within a minute.
    expect(text).not.toMatch(/Rep\.\s/)
    const date = day.split('-').toReversed().join('/')
    await rig.page.getByRole('heading', { name: `Lecturas (${total}) · ${date}` }).waitFor()
    await rig.page.getByRole('columnheader', { name: 'Hora' }).waitFor()
    const times = await rig.page.locator('[data-cell="at"]').allTextContents()
    expect(times.filter((time) => !/^\d\d:\d\d:\d\d$/.test(time))).toEqual([])
    const owners = rig.page.getByRole('heading', { name: 'Totales por propietario' })
    const sum = owners.locator('..').getByRole('row').last()
    expect(await sum.textContent()).toBe(`Total${total}`)
    const agents = rig.page.getByRole('heading', { name: 'Totales por agente' })
    expect((await owners.boundingBox())?.y).toBe((await agents.boundingBox())?.y)
  })

  it('says whose it is in one line before its filter, and has its tags in the size of the rest', async () => {
    await rig.page.goto('/report?range=7d&owner=Propietario')
    await rig.page.getByRole('heading', { name: /^Lecturas \(/ }).waitFor()
    await rig.page.emulateMedia({ media: 'print' })
    await rig.page.setViewportSize({ width: Math.floor(SHEET.width), height: 900 })
    const placeOf = (fact: string) => rig.page.getByText(fact, { exact: true }).boundingBox()
    const range = await placeOf('Rango')
    for (const fact of ['Zona horaria', 'Generado']) {
      expect((await placeOf(fact))?.y).toBe(range?.y)
    }
    const facts = await rig.page.locator('header dt').allTextContents()
    expect(facts.slice(-2)).toEqual(['Filtros', expect.stringContaining('hallado')])
    const sizes = await rig.page
      .locator('main tbody tr:first-child td:is([data-cell="tag"], [data-cell="at"])')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).fontSize))
    expect(new Set(sizes).size).toBe(1)
    const brand = rig.page.locator('header strong')
    expect(await brand.evaluate((one) => getComputedStyle(one).fontWeight)).toBe('600')
  })

  it('keeps a list that a sheet holds in one piece', async () => {
    await report('?range=7d')
    await rig.page.evaluate(() => {
      const list = document.querySelector('main > h2')
      while (list?.previousElementSibling) list.previousElementSibling.remove()
      for (const row of document.querySelectorAll('main tbody tr:nth-child(n + 21)')) row.remove()
      document.querySelector('main > section')?.setAttribute('data-whole', 'true')
      const space = Object.assign(document.createElement('div'), { id: 'space' })
      list?.before(space)
    })
    const drawn = async (left: number) => {
      await rig.page.evaluate(
        (height) => {
          const space = document.querySelector<HTMLElement>('#space')
          if (space) space.style.height = `${height}px`
        },
        SHEET.height - left * MM,
      )
      return await sheetsOf(rig.page)
    }
    // Seventeen of its rows would have room.
    const [nothing = Number.NaN] = await drawn(10)
    const [first, second = Number.NaN] = await drawn(70)
    expect(first).toBe(nothing)
    expect(second).toBeGreaterThan(20 * (TEXTS_OF_A_ROW - 1))
    expect(await drawn(240)).toHaveLength(1)
  })

  it('of the live screen counts repeats, and gives the mark of an unknown tag its room', async () => {
    await readTags(rig.client, 'porton-papel', ['DESCONOCIDO-PAPEL', 'DESCONOCIDO-PAPEL'])
    await rig.page.goto('/report?of=live')
    const row = rig.page.getByRole('row').filter({ hasText: 'DESCONOCIDO-PAPEL' }).first()
    await row.getByText('Sin registrar').waitFor()
    const mark = row.getByRole('cell').filter({ hasText: 'Sin registrar' })
    expect(await mark.getAttribute('colspan')).toBe('3')
    await rig.page.getByText('Lecturas repetidas (mismo tag, menos de 60 s)').waitFor()
  })

  it.each([
    { kind: 'wide name', long: 'W'.repeat(40), wraps: false },
    { kind: 'longest name, which is whole,', long: 'Transportadora'.repeat(14), wraps: true },
  ])('breaks no total beside a $kind', async ({ long, wraps }) => {
    await report('?range=7d')
    await rig.page.emulateMedia({ media: 'print' })
    await rig.page.setViewportSize({ width: Math.floor(SHEET.width), height: 900 })
    const lines = await rig.page.evaluate((text) => {
      const rows = [...document.querySelectorAll('main > :has(> section) tbody tr')]
        .map(({ lastElementChild: total }) => ({ total, name: total?.previousElementSibling }))
        .filter(({ name }) => name instanceof HTMLTableCellElement)
      for (const { name, total } of rows) {
        if (name) name.textContent = text
        if (total) total.textContent = '1.234.567'
      }
      dispatchEvent(new Event('beforeprint'))
      const linesOf = (total: Element | null) => {
        const inside = document.createRange()
        if (total) inside.selectNodeContents(total)
        return inside.getClientRects().length
      }
      const names = [...document.querySelectorAll('[data-long-text]')].map(
        (name) => name.scrollHeight - name.clientHeight,
      )
      return {
        hasRows: rows.length > 20,
        totals: [...new Set(rows.map(({ total }) => linesOf(total)))],
        names: [...new Set(names)],
      }
    }, long)
    expect(lines).toEqual({ hasRows: true, totals: [1], names: wraps ? [0] : [] })
    await rig.page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await rig.page.locator('[data-long-text]').count()).toBe(0)
  })

  it('that nothing fits says so under its head', async () => {
    await rig.page.goto('/report?range=7d&plate=NADIE')
    await rig.page.getByRole('alert').getByText('Sin datos para exportar').waitFor()
    const text = await rig.page.locator('main').innerText()
    expect(text).toContain('Placa: NADIE')
    expect(text).toContain('0 de 0')
    await rig.button('Imprimir').waitFor()
    expect(await prints(rig.page)).toBe(0)
    expect(await rig.page.getByRole('checkbox').count()).toBe(0)
  })

  it('ends no sheet with the heading of the list and a row or two', async () => {
    await report('?range=7d')
    await rig.page.emulateMedia({ media: 'print' })
    await rig.page.setViewportSize({ width: Math.floor(SHEET.width), height: 900 })
    // What is above the list gives way to a space of any height.
    await rig.page.evaluate(() => {
      const list = document.querySelector('main > h2')
      while (list?.previousElementSibling) list.previousElementSibling.remove()
      for (const row of document.querySelectorAll('main tbody tr:nth-child(n + 101)')) row.remove()
      list?.before(Object.assign(document.createElement('div'), { id: 'space' }))
    })
    await rig.page.emulateMedia({ media: null })
    const drawn = async (left: number) => {
      await rig.page.evaluate(
        (height) => {
          const space = document.querySelector<HTMLElement>('#space')
          if (space) space.style.height = `${height}px`
        },
        SHEET.height - left * MM,
      )
      return (await sheetsOf(rig.page))[0] ?? Number.NaN
    }
    const nothing = await drawn(10)
    const seen: number[] = []
    for (const left of [110, 60, 56, 52, 48, 44, 40, 36]) seen.push(await drawn(left))
    const rows = 4 * TEXTS_OF_A_ROW
    expect(seen.filter((texts) => texts > nothing && texts < nothing + rows)).toEqual([])
    // A list that has room for a few rows more stays where it is.
    expect(seen[0]).toBeGreaterThan(nothing + rows)
    expect(seen.at(-1)).toBe(nothing)
  })

  it('leaves the list of reads out when told to, by keyboard and in the address', async () => {
    await report('?range=7d')
    const whole = (await sheetsOf(rig.page)).length
    expect(whole).toBeGreaterThan(20)
    const calls: string[] = []
    rig.page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url())
    })
    const choice = rig.page.getByRole('checkbox', { name: 'Solo totales' })
    await rig.page
      .getByText(/^La lista: 1\.\d{3} lecturas, unas 2\d páginas\. Elige y pulsa Imprimir\.$/)
      .waitFor()
    await rig.button('Cerrar').focus()
    await rig.page.keyboard.press('Tab')
    await rig.page.keyboard.press('Space')
    await until('the choice', () => choice.isChecked())
    expect(rig.page.url()).toMatch(/\?range=7d&solo=totales$/)
    await rig.page.getByText(/^Solo totales: sin la lista de 1\.\d{3} lecturas\.$/).waitFor()
    expect(await rig.page.getByRole('columnheader', { name: 'Fecha y hora' }).count()).toBe(0)
    expect(await choice.evaluate((one) => one === document.activeElement)).toBe(true)
    // It is the same report; nobody sends so long a one to the printer unasked.
    expect(calls).toEqual([])
    expect(await prints(rig.page)).toBe(0)
    expect(await faultsInAllLooks(rig.page)).toEqual([])

    const text = await report('?range=7d&solo=totales')
    await until('the print dialog', async () => (await prints(rig.page)) === 1)
    expect(text).toContain('Totales por agente')
    expect(text).not.toContain('Repetida\n')
    expect((await sheetsOf(rig.page)).length).toBeLessThan(8)
    await rig.page.emulateMedia({ media: 'print' })
    expect(await rig.page.getByText(/^La lista:/).isVisible()).toBe(false)
    await rig.page.emulateMedia({ media: null })
    await choice.press('Space')
    await rig.page.getByRole('heading', { name: /^Lecturas \(1\./ }).waitFor()
    expect(rig.page.url()).toMatch(/\?range=7d$/)
    expect(await sheetsOf(rig.page)).toHaveLength(whole)
  })
})

describe('the dashboard on paper', () => {
  it('says whose reads it has, of when and with which filters, and has no empty map', async () => {
    await rig.dashboard('?range=7d&owner=Propietario')
    await rig.region('Lecturas por hora del rango').getByRole('img').waitFor()
    const { hostname } = new URL(rig.page.url())
    const date = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d`
    const head = new RegExp(`${hostname} · ${date} – ${date}\\s+Propietario: Propietario`)
    await rig.page.emulateMedia({ media: 'print' })
    await rig.page.getByText(head).waitFor()
    expect(await rig.page.getByText('Mapa de agentes').first().isVisible()).toBe(false)
    await rig.page.emulateMedia({ media: null })
    expect(await rig.page.getByText(`${hostname} ·`).isVisible()).toBe(false)
  })

  it.each([
    ['a range', '?range=7d'],
    // Whose fields would take the room of the last list of the first sheet.
    ['dates of one’s own', `?range=custom&from=${dayBefore(7)}T00:00`],
  ])(
    'has its charts and all else of %s on one sheet, and its rows on another',
    async (_, query) => {
      await rig.dashboard(query)
      await rig.region('Lecturas por hora del rango').getByRole('img').waitFor()
      await rig.page.getByText(/^Lecturas 1–25 de /).waitFor()
      expect(await sheetsOf(rig.page)).toHaveLength(2)
      await rig.page.setViewportSize({ width: Math.floor(SHEET.width), height: 900 })
      await rig.page.emulateMedia({ media: 'print' })
      expect(await rig.page.getByText('Desde', { exact: true }).isVisible()).toBe(false)
      const last = await rig.region('Vehículos con más lecturas').boundingBox()
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(SHEET.height + 10)
    },
  )
})

describe('any other screen on paper', () => {
  const prints = (word: 'before' | 'after') =>
    rig.page.evaluate((name) => void dispatchEvent(new Event(name)), `${word}print`)

  it('has the part of a map without streets that has gates, no ring, and each in a table', async () => {
    await rig.page.goto('/map')
    await rig.page.getByRole('heading', { name: 'Mapa de agentes' }).waitFor()
    const map = rig.page.locator('.leaflet-container')
    await rig.page.locator('.agent-marker').first().waitFor()
    // As of gates from north to south: the part that has them is narrower than the paper.
    await map.locator('.leaflet-marker-pane').evaluate((pane) => {
      const gates = pane.appendChild(document.createElement('i'))
      Object.assign(gates.style, { position: 'absolute', height: '480px' })
    })
    const onScreen = await map.evaluate((one) => getComputedStyle(one).width)
    const list = rig.page.getByRole('table')
    await until('the table', async () => {
      await prints('before')
      return (await list.count()) === 1
    })
    const cells = await list.getByRole('row').nth(1).getByRole('cell').allTextContents()
    const [name = '', code] = cells
    expect([name.length > 0, code]).toEqual([true, expect.stringMatching(/^[\w-]+$/)])
    await rig.page.getByText('Este mapa no tiene calles').waitFor()
    await rig.page.emulateMedia({ media: 'print' })
    // Who has the streets is named where there are some.
    expect(await map.locator('.leaflet-control-attribution').isVisible()).toBe(false)
    const widthOf = (width: string) => Number.parseFloat(width)
    const [onPaper, zoom] = await map.evaluate(({ style }) => [style.width, style.zoom] as const)
    expect(widthOf(onPaper)).toBeLessThan(widthOf(onScreen))
    expect(widthOf(onPaper) * Number(zoom)).toBeCloseTo(740, 0)
    const rings = rig.page.locator('.leaflet-pulses-pane')
    expect(await rings.evaluate((pane) => getComputedStyle(pane).display)).toBe('none')
    await rig.page.emulateMedia({ media: null })
    await prints('after')
    expect(await map.evaluate((one) => one.style.width)).toBe('')
    await until('the map alone', async () => (await list.count()) === 0)
    await rig.page.goto('/map?view=status')
    await until('the margins', async () => {
      await prints('before')
      return await rig.page.evaluate(() => document.adoptedStyleSheets.length > 0)
    })
    expect(await list.count()).toBe(0)
    await rig.page.emulateMedia({ media: 'print' })
    await rig.page.getByText('Estado de los agentes', { exact: true }).waitFor()
    expect(await rig.page.getByText('Mapa de agentes').first().isVisible()).toBe(false)
  })

  /** What the margins of the paper say, while it is being printed. */
  const margins = () =>
    rig.page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      return document.adoptedStyleSheets
        .flatMap(({ cssRules }) => [...cssRules])
        .map(({ cssText }) => cssText)
        .join()
    })

  it('says whose it is, what was searched for and when it was printed', async () => {
    await rig.page.goto('/live-rfid?q=E2')
    await rig.page.getByRole('button', { name: /^Filtros/ }).waitFor()
    const { hostname } = new URL(rig.page.url())
    const head = new RegExp(
      `"${hostname} · RFID Tiempo Real · Texto: E2 · [\\d.]+ lecturas?[^"]*".*"Impreso \\d\\d/\\d\\d/\\d{4} [\\d:]{8}"`,
      's',
    )
    await until('the margins', async () => head.test(await margins()))
    await rig.page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await rig.page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  it('has all rows of the live list, and gives the screen back', async () => {
    // However young the day is.
    const tags = Array.from({ length: 40 }, (_, i) => `PAPEL-${i}`)
    await readTags(rig.client, 'porton-papel', tags)
    await rig.page.goto('/live-rfid')
    const rows = rig.page.locator('tbody tr[aria-rowindex]')
    await rows.first().waitFor()
    const count = Number(await rig.page.getByRole('table').getAttribute('aria-rowcount')) - 1
    expect(count).toBeGreaterThan(30)
    await until('all rows', async () => {
      await margins()
      return (await rows.count()) === count
    })
    await rig.page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await until('those in view', async () => (await rows.count()) < count)
  })

  it('ends the live list with no sheet of a few rows', async () => {
    const tags = Array.from({ length: 120 }, (_, i) => `PAPEL-${i}`)
    await readTags(rig.client, 'porton-papel', tags)
    await rig.page.goto('/live-rfid')
    const rows = rig.page.locator('tbody tr[aria-rowindex]')
    await rows.first().waitFor()
    await until('all rows', async () => {
      await margins()
      return (await rows.count()) >= 120
    })
    // A copy of what is printed, which nothing draws anew: fewer rows each time, over two sheets' ends.
    const left = (count: number) =>
      rig.page.evaluate((keep) => {
        const page = document.querySelector('main')
        page?.replaceWith(page.cloneNode(true))
        const all = [...document.querySelectorAll('tbody tr[aria-rowindex]')]
        for (const row of all.slice(keep)) row.remove()
      }, count)
    const lasts: number[] = []
    for (let count = 120; count > 54; count -= 6) {
      await left(count)
      const sheets = await sheetsOf(rig.page)
      if (sheets.length > 1) lasts.push(sheets.at(-1) ?? 0)
    }
    expect(lasts.length).toBeGreaterThan(5)
    expect(Math.min(...lasts)).toBeGreaterThan(11 * GLYPHS_OF_A_ROW)
  })
})
