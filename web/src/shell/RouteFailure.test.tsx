// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jsonAnswer } from '../testing/fake-hub.ts'
import { renderApp } from '../testing/render-app.tsx'
import { RouteFrame } from './RouteFrame.tsx'

function Broken(): never {
  throw new Error('broken on purpose')
}

async function fail(path: string, healthz: () => Response | Promise<Response>) {
  let answer = healthz
  const app = await renderApp({
    path,
    prepare: (hub) => {
      hub.instead['/healthz'] = () => answer()
    },
    instead: (
      <RouteFrame>
        <Broken />
      </RouteFrame>
    ),
  })
  const asked = () => app.hub.calls.filter((call) => call === 'GET /healthz').length
  return { ...app, asked, become: (next: typeof answer) => (answer = next) }
}
const there = () => jsonAnswer(200, { status: 'ok' })
const away = () => Promise.reject(new TypeError('Failed to fetch'))
const pass = (run: () => void) => act(async () => run())

it('a failed screen says so, and loads the page anew only when asked to', async () => {
  const { page, clock } = await fail('/map', there)
  expect(await screen.findByText('Esta pantalla falló')).toBeTruthy()
  await pass(() => clock.advance(3_600_000))
  expect(page.reloads).toBe(0)
  await pass(() => fireEvent.click(screen.getByRole('button', { name: 'Reintentar' })))
  expect(page.reloads).toBe(1)
})

it.each([
  ['silent', away],
  ['behind a proxy that says so', () => jsonAnswer(502, {})],
])(
  'a failed screen waits for a hub that is %s: without it the page could not be loaded',
  async (_, answer) => {
    const { page, clock, asked, become } = await fail('/map', answer)
    expect(await screen.findByText('Sin conexión con el hub')).toBeTruthy()
    await pass(() => fireEvent.click(screen.getByRole('button', { name: 'Reintentar' })))
    expect(asked()).toBe(2)
    await pass(() => clock.advance(5000))
    expect(asked()).toBe(3)
    expect(page.reloads).toBe(0)
    become(there)
    await pass(() => clock.advance(5000))
    expect(page.reloads).toBe(1)
  },
)

it('a failed screen on a wall reloads by itself', async () => {
  const { page, clock } = await fail('/map?kiosk=1', there)
  await screen.findByText('Esta pantalla falló')
  await pass(() => clock.advance(30_000))
  expect(page.reloads).toBe(1)
})
