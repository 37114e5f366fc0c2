import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { Phone } from './phone.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** What the steps of an enrolment are looked at for, as each stands. */
export type Look = () => Promise<void>

/** Switches a second factor on from its password field on; it ends with the recovery codes shown. */
export async function enrolFactor(page: Page, password: string, look: Look = async () => {}) {
  await page.getByLabel('Contraseña actual', { exact: true }).fill(password)
  await look()
  const offered = page.waitForResponse('**/api/auth/second-factor/begin')
  await page.getByRole('button', { name: 'Continuar' }).click()
  const { uri, secret } = await (await offered).json()
  await page.getByRole('figure', { name: /^Código QR/ }).waitFor()
  await page.getByText(secret.match(/.{1,4}/g).join(' '), { exact: true }).waitFor()
  await look()
  const phone = new Phone(uri)
  await page.getByLabel('Código de verificación').fill(await phone.code())
  await button(page, 'Activar').click()
  const codes = await keepCodes(page, look)
  return { phone, codes }
}

/** Saves the recovery codes that stand in the page to a file, and says so. */
export async function keepCodes(page: Page, look: Look = async () => {}): Promise<string[]> {
  await page.getByLabel('Los guardé').waitFor()
  await look()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Descargar').click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  await page.getByLabel('Los guardé').check()
  await button(page, 'Listo').click()
  await page.getByLabel('Los guardé').waitFor({ state: 'detached' })
  return lines.slice(2)
}

/** Opens the panel of one's own second factor. */
export async function openFactor(page: Page): Promise<void> {
  await button(page, 'Cuenta').click()
  await button(page, 'Verificación en dos pasos').click()
  await page.getByRole('dialog', { name: 'Verificación en dos pasos' }).waitFor()
}
