import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { focused, logIn, openPrefilled, stored } from '../rig/watched-page.ts'

const LOGIN = '**/api/auth/login'
const rig = eachOnItsPage(new PageRig())
let page: Page
beforeEach(() => void (page = rig.page))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const password = () => page.getByLabel('Contraseña', { exact: true })

describe('the login page', () => {
  it('shows and hides the password by keyboard', async () => {
    await page.goto('/login')
    await password().fill('secreto')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Mostrar contraseña')
    await page.keyboard.press('Enter')
    expect(await password().getAttribute('type')).toBe('text')
    await page.keyboard.press('Space')
    expect(await password().getAttribute('type')).toBe('password')
  })

  it('sends once while the hub is slow, and keeps the focus where it is', async () => {
    const held: Route[] = []
    await page.route(LOGIN, (route) => void held.push(route))
    await page.goto('/login')
    await page.getByLabel('Email').fill('nadie@ejemplo.co')
    await password().fill('equivocada')
    await page.keyboard.press('Enter')
    await button('Entrando...').waitFor()
    await page.keyboard.press('Enter')
    await button('Entrando...').click({ force: true })
    await password().focus()
    await page.keyboard.type('x')
    expect(await password().inputValue()).toBe('equivocada')
    await held[0]?.continue()
    await page.getByRole('alert').getByText('Credenciales inválidas').waitFor()
    expect(await focused(page)).toBe('password')
    expect(held).toHaveLength(1)
  })

  it.each<[string, (route: Route) => Promise<void>]>([
    ['Error de red', (route) => route.abort()],
    ['Error de red', (route) => route.fulfill({ status: 500, body: '{}' })],
    ['Error de red', (route) => route.fulfill({ status: 403, body: '{}' })],
    ['Respuesta inválida', (route) => route.fulfill({ status: 200, body: '{"user":{}}' })],
    ['Respuesta inválida', (route) => route.fulfill({ status: 200, body: '<html>' })],
    [
      'Error de red. Intenta de nuevo en 30 s',
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '30' }, body: '{}' }),
    ],
  ])('says «%s» and stays', async (text, answer) => {
    await page.route(LOGIN, answer)
    await openPrefilled(page, '/login')
    await button('Entrar').click()
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    expect(await stored(page, 'token')).toBeNull()
    await page.unroute(LOGIN)
    await button('Entrar').click()
    await page.waitForURL('**/dashboard')
  })

  it('leads to the password recovery', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Olvidé mi contraseña' }).click()
    await page.waitForURL('**/reset-password')
    await page.getByRole('heading', { name: 'Recuperar contraseña' }).waitFor()
  })
})

describe('the routes', () => {
  it('lead people who are logged in away from the login page', async () => {
    await logIn(page, '/map')
    await page.goto('/login')
    await page.waitForURL('**/dashboard')
    await page.goto('/login?next=/admin')
    await page.waitForURL('**/admin')
  })

  it.each(['//evil.example/map', 'https://evil.example', '/nada', '/login'])(
    'lead to the dashboard rather than to %s',
    async (next) => {
      await openPrefilled(page, `/login?next=${encodeURIComponent(next)}`)
      await button('Entrar').click()
      await page.waitForURL(`${rig.client.url}/dashboard`)
    },
  )

  it('name each screen in the title, and put the focus on its heading', async () => {
    await logIn(page, '/map')
    await page.getByRole('heading', { name: 'Mapa' }).waitFor()
    expect(await page.title()).toBe('Mapa de agentes · Vehicle Control')
    await page.getByRole('link', { name: 'Administración' }).click()
    await page.getByRole('heading', { name: 'Administración' }).waitFor()
    expect(await page.title()).toBe('Administración · Vehicle Control')
    expect(await focused(page)).toBe('Administración')
    await page.goto('/algo/que/no/existe')
    await page.waitForURL('**/dashboard')
  })

  it('take a damaged user for nobody', async () => {
    await logIn(page, '/map')
    await page.evaluate(() => localStorage.setItem('user', '{"role":'))
    await page.goto('/map')
    await page.waitForURL('**/login')
    expect(await stored(page, 'token')).toBeNull()
  })
})
