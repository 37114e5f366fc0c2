// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer } from '../../testing/fake-hub.ts'
import { renderApp } from '../../testing/render-app.tsx'

const LOGIN = '/api/auth/login'
const refused = (error: string, message = 'x') => jsonAnswer(401, { error, message })

/** A login whose hub asks for a code and takes `123456`; every request body that it saw. */
async function openCode() {
  const sent: Record<string, unknown>[] = []
  let answer = (body: Record<string, unknown>) => {
    if (body['code'] === undefined) return refused('second_factor_required')
    if (body['code'] !== '123 456') return refused('invalid_second_factor', 'No es el código')
    return null
  }
  const app = await renderApp({
    path: '/login?next=%2Fmap',
    prepare(hub) {
      const plain = hub.fetch
      hub.fetch = async (path, init) => {
        if (path !== LOGIN) return plain(path, init)
        const body: Record<string, unknown> = JSON.parse(
          typeof init.body === 'string' ? init.body : '',
        )
        sent.push(body)
        return answer(body) ?? plain(path, init)
      }
    },
  })
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: ' Ana@B.co ' } })
  fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'secret' } })
  fireEvent.submit(screen.getByLabelText('Email'))
  const field = await screen.findByLabelText<HTMLInputElement>('Código de verificación')
  const send = (code: string) => {
    fireEvent.change(field, { target: { value: code } })
    fireEvent.submit(field)
  }
  return { ...app, sent, field, send, answerWith: (next: typeof answer) => (answer = next) }
}

describe('the code of a login', () => {
  it('is asked for after the right password, and sent with it', async () => {
    const { storage, sent, field, send } = await openCode()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code'])
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe(
      'Escribe el código de tu aplicación de verificación o uno de recuperación',
    )
    expect(Object.keys(storage)).toEqual([])
    send(' 123 456 ')
    expect(await screen.findByRole('heading', { name: 'Mapa de agentes' })).toBeTruthy()
    const credentials = { email: 'ana@b.co', password: 'secret' }
    expect(sent).toEqual([credentials, { ...credentials, code: '123 456' }])
    for (const key of Object.keys(storage)) expect(storage.getItem(key)).not.toContain('secret')
  })

  it('says beside its field what is wrong with it', async () => {
    const { sent, field, send } = await openCode()
    send('12345 ')
    expect(await screen.findByText('Escribe el código completo')).toBeTruthy()
    expect(sent).toHaveLength(1)
    send('654321')
    expect(await screen.findByText('No es el código')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('waits where the hub says how long', async () => {
    const { send, answerWith } = await openCode()
    answerWith(() => jsonAnswer(429, {}, { 'retry-after': '9' }))
    send('654321')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Error de red. Intenta de nuevo en 9 s',
    )
    const message = 'Demasiados códigos incorrectos; espera 9 s o usa un código de recuperación'
    answerWith(() => jsonAnswer(429, { error: 'rate_limited', message }, { 'retry-after': '9' }))
    send('654321')
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it.each<[string, (app: Awaited<ReturnType<typeof openCode>>) => void, string | null]>([
    ['by hand', () => fireEvent.click(screen.getByRole('button', { name: 'Volver' })), null],
    [
      'after five minutes',
      ({ clock }) => act(() => clock.advance(5 * 60_000)),
      'Pasaron 5 minutos sin el código. Escribe de nuevo tu email y tu contraseña.',
    ],
    [
      'where the password is right no more',
      ({ send, answerWith }) => {
        answerWith(() => refused('invalid_credentials'))
        send('123456')
      },
      'Credenciales inválidas',
    ],
  ])('gives way to the first step %s, which remembers nothing', async (_, leave, words) => {
    const app = await openCode()
    leave(app)
    const email = await screen.findByLabelText<HTMLInputElement>('Email')
    expect(email.value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('')
    await waitFor(() => expect(document.activeElement).toBe(email))
    if (words !== null) expect(screen.getByText(words)).toBeTruthy()
  })
})
