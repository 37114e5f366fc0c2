import { describe, expect, it } from 'vitest'
import { DashboardRig } from '../rig/dashboard-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks, waitForPrefilled } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new DashboardRig(2000))

describe('a call that', () => {
  const calls = [
    ['/api/rfid/logs', 'Lecturas'],
    ['/api/rfid/stats/hourly', 'Lecturas por hora del rango'],
    ['/api/rfid/stats/top-vehicles', 'Vehículos con más lecturas'],
    ['/api/rfid/stats/heatmap', 'Lecturas por día y hora (7 días)'],
  ] as const

  it.each(calls)('fails says so and leaves the others: %s', async (path, name) => {
    const mend = await rig.fail(path, 500)
    await rig.dashboard()
    const message = rig.alert('Error: 500')
    await message.getByText(name).waitFor()
    await rig
      .region('Lecturas hoy')
      .getByText(/^Última: /)
      .waitFor()
    // A link to the hub that opens asks again by itself.
    await rig.page.getByText(/^\W*(Conectado|Sin lectores)$/).waitFor()
    await mend()
    await message.getByRole('button', { name: 'Reintentar' }).click()
    await message.waitFor({ state: 'detached' })
  })

  it.each(['/api/rfid/stats/daily', '/api/rfid/logs/today'])('fails quietly: %s', async (path) => {
    await rig.fail(path, 500)
    await rig.dashboard()
    expect(await rig.page.getByRole('alert').count()).toBe(0)
    const empty = path.endsWith('today')
      ? rig.region('Lecturas hoy').getByText('—')
      : rig.region('Lecturas por día (30 días)').getByText('No se pudo cargar')
    await empty.waitFor()
  })

  it('brings no chart leaves the figures', async () => {
    await rig.page.route(/assets.time-?chart.*js$/i, (route) => route.abort())
    await rig.page.goto('/dashboard')
    // It could have been an update of the hub: the page is loaded anew once.
    await rig.page.waitForEvent('load')
    await rig.page.getByText('No se pudo cargar el gráfico.').nth(2).waitFor()
    await rig.button('Ver tabla: Lecturas por día (30 días)').click()
    await rig.region('Tabla: Lecturas por día (30 días)').waitFor()
  })

  it('is refused says why, and for how long', async () => {
    await rig.fail('/api/rfid/stats/top-vehicles', 403)
    await rig.dashboard()
    await rig.alert('Error: 403. No tienes permiso para ver estos datos.').waitFor()
    await rig.fail('/api/rfid/logs', 429, { 'retry-after': '17' })
    await rig.button('Refrescar').click()
    await rig.alert('Error: 429. Intenta de nuevo en 17 s').waitFor()
    await rig
      .region('Lecturas')
      .getByText(/^Lecturas 1–/)
      .waitFor()
  })

  it('finds the session over leads to the login page and back', async () => {
    await rig.dashboard('?plate=AA')
    await rig.fail('/api/rfid/stats/heatmap', 401)
    await rig.button('Refrescar').click()
    await rig.page.waitForURL((url) => url.pathname === '/login' && url.search === '')
    await rig.page.getByText('Sesión vencida').waitFor()
  })

  it('finds the session over at once says so, and does not load the page again', async () => {
    const isConfig = (url: URL) => url.pathname === '/api/public-config'
    // Cut off by the end of the session, as any call that is made ahead.
    await rig.page.route(isConfig, () => new Promise(() => {}), { times: 1 })
    await rig.fail('/api/rfid/stats/heatmap', 401)
    await rig.page.goto('/dashboard')
    await waitForPrefilled(rig.page)
    await rig.page.waitForLoadState('networkidle')
    await rig.page.getByText('Sesión vencida').waitFor()
    expect(await rig.page.evaluate(() => sessionStorage.getItem('reloaded_at'))).toBeNull()
  })

  it('is slow leaves the page usable, and everything in its place', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await rig.page.route(
      (url) => url.pathname.startsWith('/api/rfid/stats'),
      async (route) => {
        await held
        await route.continue()
      },
    )
    await rig.page.goto('/dashboard')
    await rig.rows().first().waitFor()
    await rig.page.getByText('Cargando datos...').waitFor()
    const top = async () => Math.round((await rig.table().boundingBox())?.y ?? 0)
    const before = await top()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
    await rig.page.setViewportSize({ width: 1366, height: 900 })
    letGo()
    await rig.status().waitFor()
    expect(await top()).toBe(before)
  })
})

describe('the page has no faults', () => {
  it('when it is full', async () => {
    await rig.dashboard('?range=24h')
    await rig.page.getByRole('img', { name: /30 días/ }).waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('in the dark: the focus stands out on fields and buttons', async () => {
    await rig.page.emulateMedia({ colorScheme: 'dark' })
    await rig.dashboard()
    for (const target of [
      rig.page.getByRole('textbox', { name: 'Placa' }),
      rig.button('Limpiar'),
    ]) {
      await target.focus()
      // As the keyboard gives it.
      await rig.page.keyboard.press('Shift')
      const outline = await target.evaluate((element) => {
        const { outlineStyle, outlineColor } = getComputedStyle(element)
        return `${outlineStyle} ${outlineColor}`
      })
      expect(outline).toBe('solid rgb(132, 171, 255)')
    }
  })

  it('when its charts are tables', async () => {
    await rig.dashboard('?range=24h')
    await rig.button('Ver tabla: Lecturas por día (30 días)').click()
    await rig.button('Ver tabla: Lecturas por hora del rango').click()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('when nothing is found', async () => {
    await rig.dashboard('?plate=NOBODY')
    await rig.page.getByText('Sin resultados').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('when calls fail', async () => {
    for (const path of ['/api/rfid/logs', '/api/rfid/stats/hourly', '/api/rfid/stats/heatmap']) {
      await rig.fail(path, 500)
    }
    await rig.dashboard()
    await rig.alert('Error: 500').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })

  it('when a date is chosen', async () => {
    await rig.dashboard('?range=custom&from=2026-11-01T08:00')
    await rig.button('Desde').click()
    await rig.page.getByRole('dialog').getByLabel('Horas').waitFor()
    expect(await faultsInAllLooks(rig.page)).toEqual([])
  })
})
