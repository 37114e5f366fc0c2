import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveRig } from '../rig/live-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new LiveRig())
let page: Page
beforeEach(() => void (page = rig.page))

const notice = () => page.getByRole('complementary', { name: 'Tags sin registrar' })
const link = (tag: string) => page.getByRole('link', { name: `Registrar ${tag}` })
const form = () => page.getByRole('region', { name: 'Nuevo registro' })
const tagField = () => form().getByRole('textbox', { name: /Tag/ })

describe('an unknown tag', () => {
  it('is registered from its row, and its next read has the plate', async () => {
    await rig.live()
    await rig.agent.read('E2000001A')
    await link('E2000001A').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await link('E2000001A').focus()
    await page.keyboard.press('Enter')
    await form().waitFor()
    expect(await tagField().inputValue()).toBe('E2000001A')
    await until('the address', async () => !page.url().includes('nuevo'))
    await form().getByLabel('Placa', { exact: true }).fill('reg-001')
    await form().getByRole('button', { name: 'Crear' }).click()
    await page.getByText('Vehículo creado').waitFor()

    await page.getByRole('link', { name: 'RFID Tiempo Real' }).click()
    await rig.agent.read('E2000001A')
    await rig.rows('E2000001A').filter({ hasText: 'REG-001' }).first().waitFor()
  })

  it('is told once on any screen, leads to the form, and keeps away from it', async () => {
    await page.goto('/map')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await until('the notice', async () => {
      await rig.agent.read('E2000002A')
      return (await notice().count()) > 0
    })
    await notice().getByText('Tag sin registrar: E2000002A en Portón 1').waitFor()
    await rig.agent.read(['E2000003A', 'E2000004A', 'E2000002A'])
    await notice().getByText('+2', { exact: true }).waitFor()
    expect(await notice().count()).toBe(1)
    expect(await faultsInAllLooks(page)).toEqual([])
    await notice().getByRole('link', { name: 'Registrar' }).click()
    await form().waitFor()
    expect(await tagField().inputValue()).toBe('E2000002A')
    expect(await notice().count()).toBe(0)
    await rig.agent.read('E2000005A')
    await page.getByRole('link', { name: 'RFID Tiempo Real' }).click()
    await link('E2000005A').waitFor()
    expect(await notice().count()).toBe(0)
  })

  it('that is longer than a vehicle takes is registered as an asset', async () => {
    const tag = 'E2'.repeat(20)
    await rig.live()
    await rig.agent.read(tag)
    await link(tag).click()
    const asset = page.getByRole('region', { name: 'Nuevo activo' })
    await asset.waitFor()
    expect(await asset.getByLabel('Tag RFID', { exact: true }).inputValue()).toBe(tag)
  })

  it('is no offer to who may not register it', async () => {
    await page.addInitScript(() => localStorage.setItem('user', '{"role":"operator"}'))
    await rig.live()
    await rig.agent.read('E2000006A')
    await rig.rows('E2000006A').first().waitFor()
    expect(await link('E2000006A').count()).toBe(0)
    expect(await notice().count()).toBe(0)
  })
})
