// @vitest-environment jsdom
import { setImmediate as nextTurn } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jsonAnswer } from '../testing/fake-hub.ts'
import { renderApp } from '../testing/render-app.tsx'

const leave = () => screen.findByRole('button', { name: 'Salir del modo kiosco' })
const pass = (run: () => void) => act(async () => run())
const address = () => window.location.pathname + window.location.search

async function open(path: string) {
  const app = await renderApp({ path, role: 'operator' })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  return app
}

describe('the kiosk mode', () => {
  it('shows the screen without the navigation, and the time of the site', async () => {
    const { clock } = await open('/map?kiosk=1')
    await leave()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(document.documentElement.hasAttribute('data-kiosk')).toBe(true)
    expect(await screen.findByText('10/03/2026 10:00:00')).toBeTruthy()
    await pass(() => clock.advance(1000))
    expect(screen.getByText('10/03/2026 10:00:01')).toBeTruthy()
  })

  it.each([
    ['its button', async () => fireEvent.click(await leave())],
    ['Esc', async () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('is left by %s, and other parameters stay', async (_, act_) => {
    await open('/map?view=status&kiosk=1&every=30')
    await leave()
    await act_()
    expect(await screen.findByRole('navigation', { name: 'Principal' })).toBeTruthy()
    expect(address()).toBe('/map?view=status')
    expect(document.documentElement.hasAttribute('data-kiosk')).toBe(false)
  })

  it('comes back by itself to a wall that was left without it, once nobody touches it for a minute', async () => {
    const { clock, socket } = await renderApp({
      path: '/map?kiosk=1',
      user: { id: 7, email: 'wall@test.co', role: 'operator', kiosk: true },
      prepare: (fake) => {
        fake.instead['/api/walls/own'] = () => jsonAnswer(200, { address: '/map?kiosk=1' })
      },
    })
    await waitFor(() => expect(socket.connects).toBe(1))
    act(() => socket.accept())
    fireEvent.click(await leave())
    await screen.findByRole('navigation', { name: 'Principal' })
    await act(() => import('./KioskBar.tsx'))
    await pass(() => clock.advance(40_000))
    fireEvent.pointerDown(document.body)
    await pass(() => clock.advance(30_000))
    await act(nextTurn)
    expect(address()).toBe('/map')
    await pass(() => clock.advance(60_000))
    await waitFor(() => expect(address()).toBe('/map?kiosk=1'))
  })

  it('is nothing for the administration', async () => {
    await open('/admin?kiosk=1')
    expect(await screen.findByRole('navigation', { name: 'Principal' })).toBeTruthy()
  })

  it('is kept for after a login', async () => {
    await renderApp({ path: '/map?kiosk=1' })
    await screen.findByRole('heading', { name: 'Iniciar sesión' })
    expect(address()).toBe('/login?next=%2Fmap%3Fkiosk%3D1')
  })
})

describe('the bar', () => {
  const bar = () => screen.getByLabelText('Modo kiosco')
  const isResting = () => bar().hasAttribute('data-resting')
  const REST_MS = 5000

  it.each([
    ['a pointer', () => fireEvent.pointerMove(document.body, { screenX: 9, screenY: 9 })],
    ['a finger', () => fireEvent.pointerDown(document.body)],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ])('hides after 5 s with the pointer, and %s brings it back', async (_, touch) => {
    const { clock } = await open('/map?kiosk=1')
    await leave()
    await pass(() => clock.advance(REST_MS - 1))
    expect(isResting()).toBe(false)
    await pass(() => clock.advance(1))
    expect(isResting()).toBe(true)
    expect(document.documentElement.hasAttribute('data-resting')).toBe(true)
    await pass(touch)
    expect(isResting()).toBe(false)
    expect(document.documentElement.hasAttribute('data-resting')).toBe(false)
    await pass(() => clock.advance(REST_MS))
    expect(isResting()).toBe(true)
  })

  it('does not mind a pointer that rests, and stays under a focus by keys', async () => {
    const { clock } = await open('/map?kiosk=1')
    const button = await leave()
    const at = { screenX: 5, screenY: 5 }
    fireEvent.pointerMove(document.body, at)
    await pass(() => clock.advance(REST_MS))
    expect(isResting()).toBe(true)
    await pass(() => fireEvent.pointerMove(document.body, at))
    expect(isResting()).toBe(true)
    await pass(() => fireEvent.keyDown(document.body, { key: 'Tab' }))
    button.focus()
    await pass(() => clock.advance(REST_MS))
    await pass(() => clock.advance(REST_MS))
    expect(isResting()).toBe(false)
    button.blur()
    await pass(() => clock.advance(REST_MS))
    expect(isResting()).toBe(true)
  })

  it('shows a loss while it hides', async () => {
    const { clock, socket } = await open('/map?kiosk=1')
    await leave()
    expect(screen.queryByText(/Sin conexión con el hub/)).toBeNull()
    act(() => socket.drop())
    await pass(() => clock.advance(REST_MS))
    expect(isResting()).toBe(true)
    expect(screen.getByText(/Sin conexión con el hub desde las \d\d:\d\d/)).toBeTruthy()
  })
})

describe('the rotation', () => {
  it('shows the screens in turn, each for its time', async () => {
    const { clock } = await open('/map?kiosk=1&rotate=map,dashboard,nothing&every=20')
    await leave()
    await pass(() => clock.advance(19_999))
    expect(window.location.pathname).toBe('/map')
    await pass(() => clock.advance(1))
    await screen.findByRole('heading', { name: 'Dashboard' })
    await pass(() => clock.advance(20_000))
    await screen.findByRole('heading', { name: 'Mapa de agentes' })
  })

  it('waits while somebody uses the page', async () => {
    const { clock } = await open('/map?kiosk=1&rotate=map,dashboard&every=20')
    await leave()
    await pass(() => clock.advance(19_000))
    fireEvent.pointerMove(document.body)
    await pass(() => clock.advance(1000))
    expect(window.location.pathname).toBe('/map')
    await pass(() => clock.advance(15_000))
    await screen.findByRole('heading', { name: 'Dashboard' })
  })

  it('waits while the hub is away, which did not send the next screen', async () => {
    const { clock, socket } = await open('/map?kiosk=1&rotate=map,dashboard&every=20')
    await leave()
    act(() => socket.drop())
    await pass(() => clock.advance(60_000))
    expect(window.location.pathname).toBe('/map')
    act(() => socket.accept())
    await pass(() => clock.advance(15_000))
    await screen.findByRole('heading', { name: 'Dashboard' })
  })

  it('goes on while the hub is away, with the screens that it sent ahead', async () => {
    const { clock, socket, hub } = await open('/map?kiosk=1&rotate=map,dashboard&every=20')
    await leave()
    await pass(() => clock.advance(2000))
    await waitFor(() => expect(hub.calls.join()).toContain('/api/rfid/stats/heatmap'))
    await act(() => nextTurn())
    act(() => socket.drop())
    await pass(() => clock.advance(20_000))
    await screen.findByRole('heading', { name: 'Dashboard' })
    await pass(() => clock.advance(20_000))
    await screen.findByRole('heading', { name: 'Mapa de agentes' })
  })
})

describe('the nightly reload', () => {
  // The fake clock stands at 10:00 in Bogotá: 04:00 is 18 hours off.
  const NIGHT_MS = 18 * 3_600_000
  const MINUTE_MS = 60_000
  /** Minute by minute: what comes after a call to the hub needs its turn in between. */
  const passMinutes = async (clock: { advance(ms: number): void }, minutes: number) => {
    for (let i = 0; i < minutes; i++) await pass(() => clock.advance(MINUTE_MS))
  }

  it('comes at four, once nobody uses the page', async () => {
    const { clock, page } = await open('/map?kiosk=1')
    await leave()
    await passMinutes(clock, NIGHT_MS / MINUTE_MS - 1)
    fireEvent.keyDown(document.body, { key: 'a' })
    await passMinutes(clock, 4)
    expect(page.reloads).toBe(0)
    await passMinutes(clock, 2)
    expect(page.reloads).toBe(1)
  })

  it('does not come while the network or the hub is away', async () => {
    const { clock, page, hub } = await open('/map?kiosk=1')
    await leave()
    page.online = false
    await pass(() => clock.advance(NIGHT_MS + MINUTE_MS))
    await passMinutes(clock, 3)
    page.online = true
    hub.instead['/healthz'] = () => Promise.reject(new TypeError('Failed to fetch'))
    await passMinutes(clock, 3)
    expect(page.reloads).toBe(0)
    delete hub.instead['/healthz']
    await passMinutes(clock, 2)
    expect(page.reloads).toBe(1)
  })
})
