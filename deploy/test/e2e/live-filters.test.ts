import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const search = () => new URL(page.url()).searchParams

describe('the filters of the live screen', () => {
  it('find a text in every column, and say that nothing fits', async () => {
    await rig.live()
    await rig.agent.read(['TEST-001', 'TEST-310'])
    await rig.rows('TEST-001').waitFor()
    const text = page.getByRole('textbox', { name: 'Texto' })
    for (const wanted of ['klm482', 'duster', 'RODRIGUEZ', 'test-001']) {
      await text.fill(wanted)
      await rig.rows('TEST-310').waitFor({ state: 'detached' })
      await rig.rows('TEST-001').waitFor()
      await rig.says('Filtros activos', '1')
      await text.fill('')
      await rig.rows('TEST-310').waitFor()
    }
    await text.fill('entrada pri')
    await until('the address', () => search().get('q') === 'entrada pri')
    expect(await rig.rows('TEST-310').count()).toBe(1)
    await text.fill('nothing at all')
    await page.getByText('Sin coincidencias').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button('Limpiar filtros').click()
    await rig.rows('TEST-310').waitFor()
  })

  it('take one agent of those that the site has, by keyboard', async () => {
    const dock = await rig.agentOf('muelle-9', 'Muelle 9', 'Sur')
    await rig.live()
    await rig.agent.read(['TEST-320'])
    await dock.read(['TEST-321'])
    await rig.rows('TEST-321').waitFor()
    await rig.button('Agente: Todos').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Muelle 9 (muelle-9)' }).waitFor()
    await page.keyboard.type('muelle')
    await page.keyboard.press('Enter')
    await rig.rows('TEST-320').waitFor({ state: 'detached' })
    expect(await rig.rows('TEST-321').count()).toBe(1)
    expect(search().get('agent')).toBe('muelle-9')
    await page.reload()
    await rig.button('Agente: Muelle 9').or(rig.button('Agente: muelle-9')).waitFor()
    await rig.rows('TEST-321').waitFor()
    expect(await rig.rows('TEST-320').count()).toBe(0)
    dock.close()
  })

  it('show the stored reads of dates with those that come into them', async () => {
    await rig.agent.read(['TEST-330'], 3 * 3_600_000)
    // The site is in Bogotá, whose clocks never change.
    const wall = (agoMs: number) =>
      new Date(Date.now() - agoMs - 5 * 3_600_000).toISOString().slice(0, 16)
    await rig.live(`?from=${wall(4 * 3_600_000)}&to=${wall(2 * 3_600_000)}`)
    await page.getByText('Rango terminado').waitFor()
    await rig.rows('TEST-330').waitFor()
    await rig.says('Filtros activos', '2')
    await rig.agent.read(['TEST-331'])
    await rig.agent.read(['TEST-332'], 3 * 3_600_000)
    await rig.button(/^Hasta: /).click()
    await page.getByRole('dialog').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rig.button('Borrar fecha: Hasta').click()
    await page.getByText('Rango con lecturas en vivo').waitFor()
    await rig.rows('TEST-331').waitFor()
    await rig.rows('TEST-332').waitFor()
    await rig.agent.read(['TEST-333'])
    await rig.rows('TEST-333').waitFor()
    await rig.button('Limpiar fechas').click()
    await page.getByText('En vivo').waitFor()
    expect(page.url()).not.toContain('?')
  })

  it('begin today with Hoy', async () => {
    await rig.live()
    await rig.button('Hoy').click()
    await page.getByText('Rango con lecturas en vivo').waitFor()
    expect(search().get('from')).toMatch(/^\d{4}-\d\d-\d\dT00:00$/)
    expect(search().has('to')).toBe(false)
  })

  it('refuse dates that are upside down, and ask for nothing', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/live-rfid?from=2026-03-10T10:00&to=2026-03-10T09:00')
    await rig.alert('«Desde» debe ser anterior a «Hasta»').waitFor()
    await page.getByText('Corrige las fechas para ver lecturas').waitFor()
    expect(asked.filter((url) => url.includes('/logs') && url.includes('to='))).toEqual([])
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('hold their rows in a pause, which outlives the screen', async () => {
    await rig.live()
    await rig.agent.read(['TEST-340', 'TEST-341'])
    await page.getByRole('textbox', { name: 'Texto' }).fill('TEST-34')
    await rig.rows('TEST-341').waitFor()
    await rig.button('Pausar').click()
    await rig.agent.read(['TEST-342', 'TEST-399'])
    await page.getByText('En pausa · 1 sin mostrar').waitFor()
    expect(await rig.rows('TEST-342').count()).toBe(0)
    await page.getByRole('navigation').getByRole('link', { name: 'Administración' }).click()
    await page.getByRole('heading', { name: 'Administración' }).waitFor()
    await page.goBack()
    await page.getByText(/Sigue en pausa desde \d\d:\d\d · 1 sin mostrar/).waitFor()
    expect(await rig.rows('TEST-342').count()).toBe(0)
    await rig.button('Reanudar').click()
    await rig.rows('TEST-342').waitFor()
  })
})

describe('at 320 px', () => {
  it('the controls open on request and are reached by keyboard', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await rig.live()
    expect(await page.getByRole('textbox', { name: 'Texto' }).count()).toBe(0)
    await rig.button('Filtros').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Texto' }).waitFor()
    await rig.button('Día').focus()
    await page.keyboard.press('Enter')
    await rig.button('Ver eliminados').waitFor()
    const reached: string[] = []
    await rig.button('Filtros').focus()
    for (let i = 0; i < 13; i++) {
      await page.keyboard.press('Tab')
      reached.push(await focused(page))
    }
    expect(reached.slice(0, 2)).toEqual(['Sonido', 'Día'])
    for (const name of [
      'Agente: Todos',
      'Hoy',
      'Exportar Día',
      'PDF',
      'Borrar Día',
      'Ver eliminados',
    ]) {
      expect(reached).toContain(name)
    }
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
  })
})
