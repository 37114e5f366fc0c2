import type { AssetActivity, Vehicle } from '@vehicle-control/protocol'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveAgent, readOf } from '../rig/live-agent.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const DAY_MS = 86_400_000

let page: Page
let gate: LiveAgent

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    gate = await LiveAgent.open(client, 'norte', { name: 'Portón Norte' })
    return client
  }),
)
beforeEach(() => void (page = rig.page))

let cars = 0
/** Another one at each try of a test. */
async function addCar(): Promise<Vehicle> {
  cars++
  const car = { plate: `CAR-${cars}`, model: 'Logan', owner: 'Carmen', rfid_tag: `E20070${cars}` }
  return (await rig.client.post('/api/vehicles', car)) as Vehicle
}
/** A vehicle that was registered three days ago and read since, and once before. */
async function addReadCar(): Promise<Vehicle> {
  const car = await addCar()
  await rig.site.backdateAssets(3 * DAY_MS)
  await gate.report([readOf(car.rfid_tag, 4 * DAY_MS), readOf(car.rfid_tag, DAY_MS)])
  return car
}
/** Whether nothing in a box is cut off or stands out of it. */
const isWhole = (box: Locator) => box.evaluate((it) => it.scrollWidth <= it.clientWidth)
const activityOf = async (id: number) =>
  (await rig.client.get(`/api/assets/${id}/activity`)) as AssetActivity

async function saveOwner(id: number, owner: string): Promise<void> {
  await logIn(page, '/admin')
  await page.goto(`/admin?editar=${id}`)
  const form = page.getByRole('region', { name: 'Editar registro' })
  await form.getByLabel('Propietario').fill(owner)
  await form.getByRole('button', { name: 'Guardar' }).click()
}
const question = () => page.getByRole('dialog', { name: '¿Desde cuándo vale el cambio?' })

describe('a vehicle with reads that gets another owner', () => {
  it('has it from now on, unless somebody says more, and tells who had it before', async () => {
    const { id, plate } = await addReadCar()
    await saveOwner(id, 'Beto')
    await question().getByText(`${plate} ya tiene lecturas.`).waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    // The choice that has the focus.
    await page.keyboard.press('Enter')
    await page.getByText('Vehículo actualizado').waitFor()
    await page.goto(`/vehicle?id=${id}`)
    const history = page.getByRole('list', { name: 'Historial' })
    await history.waitFor()
    const rows = await history.getByRole('listitem').allTextContents()
    expect(rows.map((text) => /Propietario(\w+)Tag/.exec(text)?.[1])).toEqual(['Beto', 'Carmen'])
    const before = page.getByRole('region').filter({ hasText: 'Antes de registrarse' })
    expect(await before.count()).toBe(0)
    const table = page.getByRole('table', { name: 'Antes de registrarse' })
    expect(await table.getByRole('row').count()).toBe(2)
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('is corrected where that is chosen', async () => {
    const { id } = await addReadCar()
    await saveOwner(id, 'Carmen Peña')
    await question().getByRole('button', { name: 'Corregir también el historial' }).click()
    await page.getByText('Vehículo actualizado').waitFor()
    const { newest, versions } = await activityOf(id)
    expect([newest.map(({ owner }) => owner), versions.length]).toEqual([['Carmen Peña'], 1])
  })

  it('is left as it is where nobody chooses, with what was typed', async () => {
    const { id } = await addReadCar()
    await saveOwner(id, 'Beto')
    await question().waitFor()
    await page.keyboard.press('Escape')
    await question().waitFor({ state: 'detached' })
    const form = page.getByRole('region', { name: 'Editar registro' })
    expect(await form.getByLabel('Propietario').inputValue()).toBe('Beto')
    expect((await activityOf(id)).asset.owner).toBe('Carmen')
    // The next press asks again.
    await form.getByRole('button', { name: 'Guardar' }).click()
    await question().waitFor()
  })
})

it('asks nothing of a vehicle that nobody read', async () => {
  const { id } = await addCar()
  await saveOwner(id, 'Ana Peña')
  await page.getByText('Vehículo actualizado').waitFor()
})

it('keeps a replaced tag known as what it was, on the live screen, in the bell and in a notice', async () => {
  const { id, plate, rfid_tag: tag } = await addReadCar()
  await logIn(page, '/admin')
  await page.getByRole('button', { name: `Reemplazar tag de ${plate}` }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(`Tag RFID nuevo de ${plate}`)
  await field.fill(tag.toLowerCase())
  await page.keyboard.press('Enter')
  await dialog.getByText('Es el tag que ya tiene').waitFor()
  await field.fill(`e2999${cars}`)
  await page.keyboard.press('Enter')
  await page.getByText(`Tag reemplazado. ${tag} queda como retirado de ${plate}`).waitFor()
  await page.getByRole('cell', { name: `E2999${cars}` }).waitFor()

  await page.goto('/live-rfid')
  await page.getByText('En vivo').waitFor()
  await gate.read(tag)
  const row = page.getByRole('row').filter({ hasText: `Tag retirado de ${plate}` })
  await row.waitFor()
  expect(await row.getByRole('link', { name: 'Registrar' }).count()).toBe(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await page
    .getByRole('row')
    .filter({ hasText: `Tag retirado de ${plate}` })
    .click()
  const lead = page.getByRole('dialog').getByRole('paragraph').filter({ hasText: 'Tag retirado' })
  await lead.waitFor()
  expect(await isWhole(lead)).toBe(true)
  expect(await page.getByRole('dialog').getByRole('link', { name: 'Registrar' }).count()).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })

  await page.goto('/dashboard')
  const notice = page.getByRole('complementary', { name: 'Tags sin registrar' })
  await page
    .getByRole('table', { name: 'Lecturas' })
    .getByText(`Tag retirado de ${plate}`)
    .waitFor()
  const cell = page.getByRole('cell', { name: `Tag retirado de ${plate}` })
  expect(await isWhole(cell)).toBe(true)
  await page.setViewportSize({ width: 320, height: 640 })
  const line = page.getByRole('table', { name: 'Lecturas' }).locator('tr', { has: cell })
  expect(await isWhole(line)).toBe(true)
  await page.setViewportSize({ width: 1366, height: 768 })
  await gate.read(tag)
  await notice.getByText(`Tag retirado de ${plate}: ${tag} en Portón Norte`).waitFor()
  await page.getByRole('button', { name: /^Avisos/ }).click()
  const alert = page.getByRole('listitem').filter({ hasText: plate ?? '' })
  await alert.getByText(`Se leyó el tag retirado de ${plate}: ${tag}`).waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await alert.getByRole('link', { name: /^Ver ficha/ }).click()
  await page.waitForURL(`**/vehicle?id=${id}`)
  expect((await activityOf(id)).total).toBe(1)
})
