import { PtyCable } from '@vehicle-control/edge/testing/pty-cable'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import {
  faultsInAllLooks,
  focused,
  logIn,
  openPrefilled,
  stored,
  waitForPrefilled,
} from '../rig/watched-page.ts'

const cable = new PtyCable()
afterAll(() => cable.destroy())

const rig = new PageRig(async (site) => {
  await cable.plugIn()
  const client = await site.startHub()
  const EDGE_ENROLL_TOKEN = await client.enrollToken('porton-1')
  const readers = [{ id: 'gate', type: 'line', path: cable.readerEnd }]
  const names = { EDGE_AGENT_NAME: 'Portón 1', EDGE_AGENT_LOCATION: 'Entrada principal' }
  const edge = site.startEdge('porton-1', readers, { EDGE_ENROLL_TOKEN, ...names })
  await edge.line((line) => line.msg === 'serial port open')
  await edge.line((line) => line.msg === 'connected to the hub')
  return client
})
eachOnItsPage(rig)
let page: Page
beforeEach(() => void (page = rig.page))

/** Scrolls by a page, to the end of Chromium's animation: it would go on after a jump to the top. */
async function scrollByKey(table: Locator): Promise<void> {
  await until('the table to be scrolled', async () => {
    if ((await table.evaluate((box) => box.scrollTop)) === 0) await page.keyboard.press('PageDown')
    return await table.evaluate(async (box) => {
      const top = box.scrollTop
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      return top > 100 && box.scrollTop === top
    })
  })
}

async function openLive(): Promise<void> {
  await logIn(page, '/live-rfid')
  await page.getByText('En vivo').waitFor()
}

const row = (tag: string) => page.getByRole('row').filter({ hasText: tag })

it('has room for its bar at every width', async () => {
  await openLive()
  for (let width = 320; width <= 1400; width += 40) {
    await page.setViewportSize({ width, height: 768 })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([width, overflow]).toEqual([width, 0])
  }
})

describe('without a session', () => {
  it('shows a login page without faults', async () => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('asks for empty fields, in words and without faults', async () => {
    await openPrefilled(page, '/login')
    await page.getByLabel('Email').fill('')
    await page.getByLabel('Contraseña', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('El email es obligatorio').waitFor()
    await page.getByText('La contraseña es obligatoria').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('refuses wrong credentials, in words and without faults', async () => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('nadie@ejemplo.co')
    await page.getByLabel('Contraseña', { exact: true }).fill('equivocada')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('alert').getByText('Credenciales inválidas').waitFor()
    expect(await stored(page, 'token')).toBeNull()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('leads from a protected route to the login page, and back to that route', async () => {
    await page.goto('/live-rfid')
    await page.waitForURL('**/login?next=%2Flive-rfid')
    await waitForPrefilled(page)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/live-rfid')
    await page.getByRole('heading', { name: 'RFID Tiempo Real' }).waitFor()
  })
})

describe('the live screen before the first read', () => {
  it('waits for reads without faults', async () => {
    await openLive()
    await page.getByText('Esperando lecturas...').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})

describe('the live screen with reads', () => {
  beforeAll(() => {
    for (let i = 0; i < 40; i++) cable.write(`TEST-${100 + i}\r\n`)
    cable.write('TEST-001\r\nTEST-001\r\nE20034120123456789ABCDEF\r\n')
  })

  it('has no faults', async () => {
    await openLive()
    await row('E20034120123456789ABCDEF').waitFor()
    await row('KLM482').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('stands still while it is paused, and fills up when it goes on', async () => {
    await openLive()
    await page.getByRole('button', { name: 'Pausar' }).click()
    cable.write('TEST-201\r\n')
    await page.getByText('En pausa · 1 sin mostrar').waitFor()
    expect(await row('TEST-201').count()).toBe(0)
    await page.getByRole('button', { name: 'Reanudar' }).click()
    await row('TEST-201').waitFor()
  })

  it('holds still while it is scrolled away, by keyboard too', async () => {
    await openLive()
    // Before there are rows there is nothing to scroll.
    await row('KLM482').waitFor()
    const table = page.getByRole('region', { name: /Lecturas de hoy/ })
    await table.focus()
    await scrollByKey(table)
    cable.write('TEST-202\r\n')
    await page.getByRole('button', { name: '1 nueva lectura ↑' }).click()
    await row('TEST-202').waitFor()
    expect(await table.evaluate((box) => box.scrollTop)).toBe(0)
    expect(await focused(page)).toMatch(/Lecturas de hoy/)
  })

  it('says without faults that the hub is away, and is live again by itself', async () => {
    await openLive()
    await row('KLM482').waitFor()
    // What is asked for after the first drawing.
    await page.getByRole('button', { name: 'Guardar' }).waitFor()
    await rig.site.hub.child.stop('SIGKILL')
    try {
      await page.getByText(/Datos de hace \d\d:\d\d/).waitFor()
      await page.getByText('Socket: sin conexión').waitFor()
      expect(await faultsInAllLooks(page)).toEqual([])
    } finally {
      // The tests after this one need it.
      await rig.site.startHub()
    }
    cable.write('TEST-203\r\n')
    // The edge waits longer and longer between its attempts, up to a minute.
    await row('TEST-203').waitFor({ timeout: 90_000 })
    await page.getByText('En vivo').waitFor()
  }, 180_000)
})

describe('a session', () => {
  it('ends with Salir: nothing of it is stored any more', async () => {
    await openLive()
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.waitForURL('**/login')
    for (const key of ['token', 'authToken', 'user']) expect(await stored(page, key)).toBeNull()
    await page.goto('/live-rfid')
    await page.waitForURL('**/login?next=%2Flive-rfid')
  })

  it('that is revoked elsewhere ends here, and the page says so', async () => {
    await openLive()
    const response = await fetch(`${rig.client.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await stored(page, 'token')}` },
    })
    expect(response.ok).toBe(true)
    await page.waitForURL('**/login?next=%2Flive-rfid')
    await page.getByText('Sesión vencida').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})

describe('the menu at 320 px', () => {
  it('is reached by Tab, opens before its links, has no faults and closes with Esc', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openLive()
    await page.reload()
    await page.getByText('En vivo').waitFor()
    const reached: string[] = []
    const tab = async () => {
      await page.keyboard.press('Tab')
      reached.push(await focused(page))
    }
    await tab()
    await tab()
    await page.keyboard.press('Enter')
    for (let i = 0; i < 8; i++) await tab()
    expect(reached.map((name) => name.replace(/ (oscuro|claro)$/, ''))).toEqual([
      'Saltar al contenido',
      'Menú',
      'Dashboard',
      'Mapa',
      'RFID Tiempo Real',
      'Administración',
      'Cambiar a modo',
      'Cuenta',
      'Salir',
      'Buscar en todo',
    ])
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.keyboard.press('Escape')
    const menu = page.getByRole('navigation', { name: 'Principal' })
    await menu.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Menú')
  })
})

describe('the narrowest window with the whole bar', () => {
  it.each(['/dashboard', '/map', '/live-rfid', '/admin'])('has %s whole', async (path) => {
    await page.setViewportSize({ width: 1080, height: 700 })
    await logIn(page, path)
    const ends = await page
      .getByRole('button', { name: 'Salir' })
      .evaluate((button) => button.getBoundingClientRect().right)
    expect(ends).toBeLessThanOrEqual(1080)
    const { scrollWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
    }))
    expect(scrollWidth).toBe(1080)
  })
})
