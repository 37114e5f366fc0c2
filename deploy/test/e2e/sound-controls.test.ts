import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type HeardTone, heardTones, recordTones } from '../rig/heard-tones.ts'
import { MapRig } from '../rig/map-rig.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, stored } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new MapRig())
let page: Page
beforeEach(async () => {
  page = rig.page
  await recordTones(rig.context)
})

const pitches = ({ frequencies }: HeardTone) => [...new Set(frequencies.map(([hz]) => hz))]
const tone = (count: number) =>
  until(`tone ${count}`, async () => (await heardTones(page))[count - 1])
const opener = () => page.getByRole('button', { name: 'Sonido', exact: true, expanded: false })
const toggle = () => page.getByRole('switch', { name: 'Sonido' })
const volume = () => page.getByRole('slider', { name: 'Volumen' })

describe('on the live screen', () => {
  beforeEach(async () => {
    await page.goto('/live-rfid')
    await page.getByText('En vivo').waitFor()
    await opener().click()
    await toggle().waitFor()
  })

  it('is switched on, chosen, tried and stopped by its controls', async () => {
    expect(await volume().getAttribute('aria-valuetext')).toBe('25 %')
    expect(await rig.button('Probar').isDisabled()).toBe(true)
    expect(await rig.button('Parar sonido').count()).toBe(0)
    await toggle().press('Space')
    await rig.button('Probar').click()
    const plain = await tone(1)
    expect([pitches(plain), plain.type]).toEqual([[1000], 'sine'])

    await volume().press('ArrowRight')
    expect(await volume().getAttribute('aria-valuetext')).toBe('30 %')
    await page.getByText('Urgente', { exact: true }).click()
    await page.getByText('Cuadrada', { exact: true }).click()
    await rig.button('Probar').click()
    const urgent = await tone(2)
    expect([pitches(urgent), urgent.type]).toEqual([[1000, 1250], 'square'])
    expect(urgent.gains[1]?.[0]).toBeCloseTo(0.3)

    await rig.button('Parar sonido').click()
    await until('its end', async () => (await heardTones(page))[1]?.hasEnded)
    const last = (await heardTones(page))[1]
    expect((last?.stopsAt ?? 9) - (last?.startedAt ?? 0)).toBeLessThan(2.9)
    expect(await stored(page, 'live_rfid_soundOn')).toBe('1')

    await toggle().press('Space')
    await rig.button('Parar sonido').waitFor({ state: 'detached' })
    expect(await stored(page, 'live_rfid_soundOn')).toBe('0')
    expect(await rig.button('Probar').isDisabled()).toBe(true)
  })

  it('has no faults, and moves nothing while something sounds', async () => {
    await toggle().press('Space')
    await page.getByText('Parar sonido').waitFor({ state: 'attached' })
    expect(await faultsInAllLooks(page)).toEqual([])
    for (const width of [1366, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const top = () =>
        page.getByRole('table').evaluate((table) => table.getBoundingClientRect().top + scrollY)
      const before = await top()
      await rig.button('Probar').click()
      await rig.button('Parar sonido').waitFor()
      expect([width, await top()]).toEqual([width, before])
      await rig.button('Parar sonido').click()
      await rig.button('Probar').focus()
      await rig.button('Parar sonido').waitFor({ state: 'hidden' })
    }
  })

  it('keeps its line of actions in one row on a desk, with the sound on or off', async () => {
    await opener()
      .or(page.getByRole('button', { name: 'Sonido', expanded: true }))
      .click()
    const rows = async () => {
      const tops = await Promise.all(
        ['Pausar', 'Exportar Día', 'Ver eliminados'].map((name) => rig.button(name).boundingBox()),
      )
      return new Set(tops.map((box) => box?.y)).size
    }
    expect(await rows()).toBe(1)
    await page.evaluate(() =>
      dispatchEvent(new CustomEvent('sound-toggle', { detail: { on: true } })),
    )
    await page.getByText('Parar sonido').waitFor({ state: 'attached' })
    expect(await rows()).toBe(1)
  })
})

describe("in the map's toast", () => {
  it('is switched on, heard at 950 Hz, stopped, and switched off', async () => {
    const agent = await rig.speaker('porton-1')
    await rig.map()
    await agent.read('TEST-1')
    await rig.button('Sonido').click()
    await rig.button('Silenciar').waitFor()
    expect(await stored(page, 'live_rfid_soundOn')).toBe('1')
    expect(await rig.button('Parar sonido').isVisible()).toBe(false)

    await agent.read('TEST-901')
    const heard = await tone(1)
    expect([pitches(heard), heard.type, heard.gains[1]?.[0]]).toEqual([[950], 'sine', 0.25])
    expect(heard.stopsAt - heard.startedAt).toBeCloseTo(3, 1)
    await rig.button('Parar sonido').click()
    await until('its end', async () => (await heardTones(page))[0]?.hasEnded)
    expect((await heardTones(page))[0]?.stopsAt).toBeLessThan(heard.startedAt + 2.9)

    await rig.button('Silenciar').click()
    await rig.button('Sonido').waitFor()
    expect(await stored(page, 'live_rfid_soundOn')).toBe('0')
    // What was pressed has the focus, and the toast goes on nevertheless.
    await page.mouse.move(5, 5)
    await agent.read('TEST-2')
    await rig.toast().getByText('TEST-2', { exact: true }).waitFor()
    expect((await heardTones(page)).length).toBe(1)
  })
})
