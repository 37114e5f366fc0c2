import { readFileSync } from 'node:fs'
import type { Vehicle } from '@vehicle-control/protocol'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { HubClient } from '../../local/hub-process.ts'
import { decisionOf, readOf } from '../rig/live-agent.ts'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const BLOCKED = { plate: 'QRS771', model: 'Logan', owner: 'Carmen', rfid_tag: 'E200771' }

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

/** A read with what its gate decided on it. */
const decided = (uid: string, more: Parameters<typeof decisionOf>[1] = {}) =>
  rig.agent.report([readOf(uid), decisionOf(uid, more)])
const gateOf = (tag: string) => rig.rows(tag).first().locator('[data-cell=agent]')
const ready = () => page.getByTestId('spoken').waitFor({ state: 'attached' })

describe('what a gate decided', () => {
  it('stands in the rows of the live screen as word and shape, also after a reload', async () => {
    await rig.live()
    await ready()
    await decided('TEST-D1')
    await gateOf('TEST-D1').getByText('no pasa').waitFor()
    expect(await gateOf('TEST-D1').textContent()).toContain('◆no pasa')
    await decided('TEST-D2', { verdict: 'allow', reason: 'hours', marked: true })
    await gateOf('TEST-D2').getByText('pasa, marcado').waitFor()
    await rig.agent.read('TEST-D3')
    await rig.rows('TEST-D3').waitFor()
    expect(await gateOf('TEST-D3').locator('[data-tone]').count()).toBe(0)
    expect(await gateOf('TEST-D1').getByText('no pasa').isVisible()).toBe(true)
    expect(await faultsInAllLooks(page)).toEqual([])
    // The rows that the browser kept are told by the hub's.
    await page.reload()
    await gateOf('TEST-D1').getByText('no pasa').waitFor()
    await gateOf('TEST-D2').getByText('pasa, marcado').waitFor()
  })

  it('is in the sheet of the read with why, and with what it rested on', async () => {
    await rig.live()
    await ready()
    await decided('TEST-D4', { reason: 'expired', rule: 3 })
    await gateOf('TEST-D4').getByText('no pasa').waitFor()
    await gateOf('TEST-D4').click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('vencido (observa)').waitFor()
    await sheet.getByText('¿Por qué?').click()
    await sheet.getByText('hace 01:30').waitFor()
    await sheet.getByText('nadie en el minuto siguiente').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await sheet.getByRole('link', { name: 'Ver en Accesos' }).click()
    await page.waitForURL('**/admin?tab=accesos')
  })

  it('is told a wall without its reason', async () => {
    const account = { email: 'muro@b.co', name: 'Muro', password: 'pantalla de la entrada' }
    await rig.client.post('/api/users', { ...account, role: 'operator', kiosk: true })
    const kiosk = new HubClient(rig.client.url)
    await kiosk.login(account.email, account.password)
    await page.addInitScript((token) => {
      localStorage.setItem('token', token)
      localStorage.setItem('user', JSON.stringify({ role: 'operator', kiosk: true }))
    }, kiosk.token)
    const heard: string[] = []
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => heard.push(String(payload)))
    })
    await page.goto('/live-rfid?kiosk=1')
    await page.getByText('En vivo').waitFor()
    // What follows decisions is loaded after the screen.
    await page.waitForLoadState('networkidle')
    for (const tag of ['TEST-D5', 'TEST-D6']) await decided(tag, { reason: 'expired' })
    const hero = page.getByRole('region', { name: 'Última lectura' })
    await hero.getByText('TEST-D6').waitFor()
    await hero.getByText('no pasa').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'TEST-D5'.slice(-6) })
    await row.getByText('no pasa').waitFor()
    expect(heard.some((frame) => frame.includes('access:decision'))).toBe(true)
    expect(heard.filter((frame) => frame.includes('expired'))).toEqual([])
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('has a column of the dashboard and of its file, and refusals are counted by reason', async () => {
    await decided('TEST-D8', { reason: 'not_here' })
    await page.goto('/dashboard?tag=TEST-D8')
    const table = page.getByRole('table', { name: /^Lecturas del rango/ })
    await table.getByRole('columnheader', { name: 'Decisión' }).waitFor()
    await table.getByText('no pasa').waitFor()
    const card = page.getByRole('region', { name: 'Negadas' })
    await card.getByText('no en esta portería').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    const download = page.waitForEvent('download')
    await rig.button('Excel').click()
    const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n')
    expect(lines[0]).toMatch(/;"repetida";"decision"$/)
    expect(lines[1]).toMatch(/;"no pasa: no en esta portería \(observa\)"$/)
  })

  it('is on the page of its vehicle, whose head says that it is blocked', async () => {
    const { id } = (await rig.client.post('/api/vehicles', BLOCKED)) as Vehicle
    await decided(BLOCKED.rfid_tag, { reason: 'hours' })
    await page.goto(`/vehicle?id=${id}`)
    await page.getByRole('cell', { name: 'no pasa fuera de horario (observa)' }).waitFor()
    const head = page.getByText('Bloqueado: no pasa por ninguna portería')
    expect(await head.count()).toBe(0)
    await rig.client.patch(`/api/vehicles/${id}/access`, { denied: true })
    await page.reload()
    await head.waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})
