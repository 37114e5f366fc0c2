import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { enrolFactor, keepCodes, openFactor } from '../rig/factor-pages.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, focused, logIn, stored, waitForPrefilled } from '../rig/watched-page.ts'

const ana = {
  email: 'ana@ejemplo.co',
  name: 'Ana Ruiz',
  password: 'blue tractor',
  role: 'operator',
}
const eva = { ...ana, email: 'eva@ejemplo.co', name: 'Eva Paz' }

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/users', ana)
    await client.post('/api/users', eva)
    return client
  }),
)
let page: Page
beforeEach(() => void (page = rig.page))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const code = () => page.getByLabel('Código de verificación')
const looksGood = async () => expect(await faultsInAllLooks(page)).toEqual([])

/** Shows the password, after which the code is asked for. */
async function showPassword(somebody: typeof ana): Promise<void> {
  await waitForPrefilled(page)
  await page.getByLabel('Email').fill(somebody.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(somebody.password)
  await button('Entrar').click()
  await code().waitFor()
}

async function showCode(text: string): Promise<void> {
  await code().fill(text)
  await button('Entrar').click()
}

async function leave(): Promise<void> {
  await button('Salir').click()
  await page.waitForURL('**/login')
}

const arrived = async () => {
  await page.waitForURL('**/map')
  await page.locator('h1:focus').waitFor()
}

describe('a second factor', () => {
  it('is switched on, asked for at the login, renewed and switched off', async () => {
    await logIn(page, '/map', ana)
    await openFactor(page)
    await page.getByText('Desactivada').waitFor()
    await looksGood()
    await button('Activar').click()
    const { phone, codes } = await enrolFactor(page, ana.password, looksGood)
    expect(codes).toHaveLength(10)

    await leave()
    await page.goto('/login?next=%2Fmap')
    await showPassword(ana)
    expect(await focused(page)).toBe('code')
    await looksGood()
    await showCode(phone.shownCode())
    await page.getByText(/no es correcto o ya se usó/).waitFor()
    await showCode(phone.wrongCode())
    await page.getByText(/no es correcto o ya se usó/).waitFor()
    await looksGood()
    expect(await stored(page, 'token')).toBeNull()
    const now = await phone.code()
    await showCode(`${now.slice(0, 3)} ${now.slice(3)}`)
    await arrived()

    await leave()
    await page.goto('/login?next=%2Fmap')
    await showPassword(ana)
    await showCode((codes[0] ?? '').toLowerCase().replaceAll('-', ' '))
    await arrived()
    await leave()
    await page.goto('/login?next=%2Fmap')
    await showPassword(ana)
    await showCode(codes[0] ?? '')
    await page.getByText(/no es correcto o ya se usó/).waitFor()
    await showCode(codes[1] ?? '')
    await arrived()

    await openFactor(page)
    await page.getByText('Activada').waitFor()
    await page.getByText('Quedan 8 códigos de recuperación sin usar.').waitFor()
    await looksGood()
    await button('Nuevos códigos de recuperación').click()
    await page.getByLabel('Contraseña actual').fill(ana.password)
    await code().fill(codes[2] ?? '')
    await looksGood()
    await button('Generar códigos').click()
    const renewed = await keepCodes(page, looksGood)
    expect(new Set([...codes, ...renewed]).size).toBe(20)

    await openFactor(page)
    await button('Desactivar').click()
    await page.getByLabel('Contraseña actual').fill('not it at all')
    await code().fill(codes[3] ?? '')
    await button('Desactivar').click()
    await page.getByText(/La contraseña actual no es correcta/).waitFor()
    await page.getByLabel('Contraseña actual').fill(ana.password)
    await button('Desactivar').click()
    await page.getByText(/no es correcto o ya se usó/).waitFor()
    await code().fill(renewed[0] ?? '')
    await button('Desactivar').click()
    await page.getByRole('status').filter({ hasText: 'desactivada' }).waitFor()
    await leave()
    await logIn(page, '/map', ana)
  })

  it('is forgotten on the way back, with email and password', async () => {
    await logIn(page, '/map', eva)
    await openFactor(page)
    await button('Activar').click()
    await enrolFactor(page, eva.password)
    await leave()
    await showPassword(eva)
    await button('Volver').click()
    await page.getByLabel('Email').waitFor()
    expect(await focused(page)).toBe('email')
    expect(await page.getByLabel('Email').inputValue()).toBe('')
    expect(await page.getByLabel('Contraseña', { exact: true }).inputValue()).toBe('')
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(kept).not.toContain(eva.email)
    expect(kept).not.toContain(eva.password)
  })
})
