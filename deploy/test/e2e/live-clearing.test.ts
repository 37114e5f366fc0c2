import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, stored } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

// The site is in Bogotá, whose clocks never change.
const clearingKey = () =>
  `live_rfid_clearing_${new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10)}`
const panel = () => page.getByRole('dialog', { name: 'Registros eliminados (local)' })

async function clearDay(): Promise<void> {
  await rig.button('Borrar Día').click()
  await page.getByText(/^Es un borrado local: /).waitFor()
  await rig.button('Sí, eliminar').click()
  await page.getByText('Esperando lecturas...').waitFor()
}

describe('Borrar Día', () => {
  it('asks in words, without faults, and can be left', async () => {
    await rig.live()
    await rig.agent.read(['TEST-500'])
    await rig.rows('TEST-500').waitFor()
    await rig.button('Borrar Día').click()
    await page.getByRole('dialog', { name: 'Eliminar' }).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await rig.button('Cancelar').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await rig.rows('TEST-500').count()).toBe(1)
  })

  it('keeps what was there away: by event, after a reload, and after an outage', async () => {
    await rig.live()
    await rig.agent.read(['TEST-510', 'TEST-511'])
    await rig.agent.suppress('TEST-511', 4)
    await rig.rows('TEST-511').waitFor()
    await clearDay()
    const since = /^Lecturas desde \d\d:\d\d$/
    await rig.says(since, '0')
    await rig.says(/^Suprimidas desde/, '0')
    await page.reload()
    await page.getByText('Esperando lecturas...').waitFor()
    await rig.says(since, '0')
    await rig.agent.read(['TEST-512'])
    await rig.agent.suppress('TEST-512', 2)
    await rig.rows('TEST-512').waitFor()
    await rig.says(since, '1')
    await page.getByRole('row', { name: /TEST-512.*2 suprimidas/ }).waitFor()
    await page.context().setOffline(true)
    await rig.site.hub.child.stop('SIGKILL')
    await rig.site.startHub()
    await page.context().setOffline(false)
    await rig.reconnectAgent()
    await rig.agent.read(['TEST-513'])
    await rig.rows('TEST-513').waitFor()
    await rig.says(since, '2')
    expect(await rig.rows('TEST-510').count()).toBe(0)
    expect(await rig.rows('TEST-512').count()).toBe(1)
    const kept = JSON.parse((await stored(page, clearingKey())) ?? '{}') as { at?: string }
    expect(Date.parse(kept.at ?? '')).toBeLessThan(Date.now())
  })

  it('keeps it away from dates too, also what came late that day', async () => {
    await rig.agent.read(['TEST-520'], 30 * 3_600_000)
    await rig.live()
    await rig.agent.read(['TEST-521'])
    await rig.rows('TEST-521').waitFor()
    await clearDay()
    await rig.agent.read(['TEST-522'])
    const from = new Date(Date.now() - 40 * 3_600_000).toISOString().slice(0, 16)
    await page.goto(`/live-rfid?from=${from}`)
    await rig.rows('TEST-522').waitFor()
    // It reached the hub today, before the clearing.
    expect(await rig.rows('TEST-520').count()).toBe(0)
    expect(await rig.rows('TEST-521').count()).toBe(0)
  })
})

describe('the clock of the browser an hour wrong', () => {
  it.each([3_600_000, -3_600_000])('by %i ms hides no new read', async (skewMs) => {
    await page.clock.install({ time: Date.now() + skewMs })
    await rig.live()
    await rig.agent.read(['TEST-530'])
    await rig.rows('TEST-530').first().waitFor()
    await clearDay()
    await rig.agent.read(['TEST-531'])
    await rig.rows('TEST-531').waitFor()
    expect(await rig.rows('TEST-530').count()).toBe(0)
  })
})

describe('Ver eliminados', () => {
  it('is empty at first', async () => {
    await rig.live()
    await rig.button('Ver eliminados').click()
    await panel().getByText('No hay eliminaciones registradas.').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('lists who removed what, the newest first, with the reads', async () => {
    await rig.live()
    await rig.agent.read(['TEST-001', 'TEST-540'])
    await rig.rows('TEST-540').first().waitFor()
    await clearDay()
    await rig.agent.read(['TEST-541'])
    await rig.rows('TEST-541').waitFor()
    await clearDay()
    await page.reload()
    await rig.button('Ver eliminados').click()
    const items = panel().getByRole('listitem')
    await items.nth(1).waitFor()
    expect(await items.nth(0).textContent()).toContain('1 lectura')
    await items.nth(1).getByRole('button', { name: 'Ver detalle' }).click()
    const row = panel()
      .getByRole('row', { name: /TEST-001/ })
      .first()
    await row.waitFor()
    expect(await row.textContent()).toMatch(/Portón 1Entrada principalKLM482Renault Duster/)
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('keeps the record without its reads where the browser has no database', async () => {
    await rig.context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('forbidden', 'SecurityError')
      }
    })
    await rig.live()
    await rig.agent.read(['TEST-550'])
    await rig.rows('TEST-550').waitFor()
    await clearDay()
    await rig.alert('quedó sin el detalle de las lecturas').waitFor()
    await page.reload()
    await rig.button('Ver eliminados').click()
    await panel()
      .getByText(/^Sin detalle/)
      .waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})

describe('a storage that is full', () => {
  it('is told, and the screen goes on', async () => {
    await rig.context.addInitScript(() => {
      const setItem = Reflect.get(Storage.prototype, 'setItem')
      Storage.prototype.setItem = function set(key, value) {
        if (key.startsWith('live_rfid_2')) throw new DOMException('full', 'QuotaExceededError')
        setItem.call(this, key, value)
      }
    })
    await rig.live()
    await rig.agent.read(['TEST-560'])
    await page.getByText(/^Sin espacio en este navegador/).waitFor()
    await rig.agent.read(['TEST-561'])
    await rig.rows('TEST-561').waitFor()
    await until('the old row', async () => (await rig.rows('TEST-560').count()) === 1)
  })
})
