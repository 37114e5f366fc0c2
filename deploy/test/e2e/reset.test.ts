import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, focused, stored } from '../rig/watched-page.ts'

const REQUEST = '**/api/auth/request-reset'
const RESET = '**/api/auth/reset-password'
const email = 'ana@ejemplo.co'
/** What the hub wrote on its console. */
let printed = ''

const rig = new PageRig(async (site) => {
  const client = await site.startHub()
  site.hub.child.process.stdout?.on('data', (text: string) => (printed += text))
  await client.post('/api/users', { email, name: 'Ana', password: 'first one', role: 'operator' })
  return client
})
eachOnItsPage(rig)
let page: Page
beforeEach(() => void (page = rig.page))

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = (text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()

async function requestToken(): Promise<string> {
  printed = ''
  await page.goto('/reset-password')
  await page.getByLabel('Email').fill(` ${email.toUpperCase()}`)
  await press('Enviar token')
  return until('the token on the console', () => / de ana@.*: (\S+)\n/.exec(printed)?.[1])
}

describe('asking for a token', () => {
  it('has no faults, empty or not', async () => {
    await page.goto('/reset-password')
    await press('Enviar token')
    await page.getByText('El email es obligatorio').waitFor()
    expect(await focused(page)).toBe('email')
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it.each<[string, (route: Route) => Promise<void>]>([
    ['Error solicitando token', (route) => route.abort()],
    ['Error solicitando token', (route) => route.fulfill({ status: 502, body: '<html>' })],
    [
      'Demasiados intentos; espera 60 s e intenta de nuevo',
      (route) =>
        route.fulfill({
          status: 429,
          json: {
            error: 'rate_limited',
            message: 'Demasiados intentos; espera 60 s e intenta de nuevo',
          },
        }),
    ],
  ])('says «%s»', async (text, answer) => {
    await page.route(REQUEST, answer)
    await page.goto('/reset-password')
    await page.getByLabel('Email').fill(email)
    await press('Enviar token')
    await alert(text)
  })

  it('tells the same of an account that does not exist', async () => {
    await page.goto('/reset-password')
    await page.getByLabel('Email').fill('nadie@ejemplo.co')
    await press('Enviar token')
    await page
      .getByText('Si el correo existe el token aparece en consola del backend. Copia y pega aquí.')
      .waitFor()
    expect(await focused(page)).toBe('token')
    await press('Volver a solicitar token')
    await page.getByLabel('Email').waitFor()
    expect(await focused(page)).toBe('email')
  })
})

describe('setting the password', () => {
  it('with the printed token opens the dashboard, and the old password is over', async () => {
    const token = await requestToken()
    await page.getByLabel('Token').fill(token)
    await page.getByLabel('Nueva contraseña').fill('blue tractor')
    await press('Actualizar')
    await page.getByText('Contraseña actualizada. Entrando...').waitFor()
    await page.waitForURL('**/dashboard')
    expect(await stored(page, 'token')).not.toBeNull()
    expect(await stored(page, 'authToken')).toBe(await stored(page, 'token'))
    await press('Salir')
    await page.waitForURL('**/login')
    for (const [password, outcome] of [
      ['first one', 'Credenciales inválidas'],
      ['blue tractor', 'Dashboard'],
    ] as const) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Contraseña', { exact: true }).fill(password)
      await press('Entrar')
      await page.getByText(outcome).first().waitFor()
    }
  })

  it.each(['#', '?'])('takes the token behind «%s», where it does not stay', async (sign) => {
    const token = await requestToken()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''))
    // Without the files of the screen the address would stand there for as long as they fail.
    await page.route(/assets.ResetPasswordScreen.*js$/, (route) => route.abort())
    // From another page: the same one would not be loaded anew.
    await page.goto('about:blank')
    await page.goto(`/reset-password${sign}token=${token}`)
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
    expect(page.url()).toBe(new URL('/reset-password', rig.client.url).href)
    await page.unroute(/assets.ResetPasswordScreen.*js$/)
    await page.goto('about:blank')
    await page.goto(`/reset-password${sign}token=${token}`)
    await until('the token in its field', async () => {
      const field = page.getByLabel('Token')
      return (await field.count()) === 1 && (await field.inputValue()) === token
    })
    expect(page.url()).toBe(new URL('/reset-password', rig.client.url).href)
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token)
    if (sign === '#') expect(asked.filter((url) => url.includes(token))).toEqual([])
    await page.getByLabel('Nueva contraseña').fill('password')
    await press('Actualizar')
    await page.getByText(/Es una contraseña muy común/).waitFor()
    expect(await focused(page)).toBe('newPassword')
    await page.getByLabel('Nueva contraseña').fill('red tractor')
    await press('Actualizar')
    await page.waitForURL('**/dashboard')
  })

  it('takes the token of a further link in the same page', async () => {
    await page.goto('/reset-password#token=first-one')
    await page.getByLabel('Token').waitFor()
    expect(await page.getByLabel('Token').inputValue()).toBe('first-one')
    await page.evaluate(() => (location.hash = 'token=second-one'))
    await until(
      'the second token',
      async () => (await page.getByLabel('Token').inputValue()) === 'second-one',
    )
    expect(new URL(page.url()).hash).toBe('')
  })

  it('finds a wrong token wrong, beside its field and without faults', async () => {
    await page.goto('/reset-password?token=equivocado')
    await page.getByLabel('Nueva contraseña').fill('blue tractor')
    await press('Actualizar')
    await page.getByText(/El token no es válido/).waitFor()
    expect(await focused(page)).toBe('token')
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('asks for six characters of both, without faults', async () => {
    await page.goto('/reset-password?token=abc')
    await press('Actualizar')
    await page.getByText('El token debe tener al menos 6 caracteres').waitFor()
    await page.getByText('La contraseña debe tener al menos 6 caracteres').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
  })

  it('says what to do where the hub gives no session', async () => {
    await page.route(RESET, (route) => route.fulfill({ json: { ok: true } }))
    await page.goto('/reset-password?token=abcdef')
    await page.getByLabel('Nueva contraseña').fill('blue tractor')
    await press('Actualizar')
    await page.getByText('Actualizada. Inicia sesión manualmente.').waitFor()
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
    await page.waitForURL('**/login')
  })

  it.each<[string, (route: Route) => Promise<void>]>([
    ['Error al resetear', (route) => route.abort()],
    ['Error al resetear', (route) => route.fulfill({ status: 500, body: '{}' })],
  ])('says «%s»', async (text, answer) => {
    await page.route(RESET, answer)
    await page.goto('/reset-password?token=abcdef')
    await page.getByLabel('Nueva contraseña').fill('blue tractor')
    await press('Actualizar')
    await alert(text)
  })
})
