// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anyShape } from '../api/http/client.ts'
import { jsonAnswer } from '../testing/fake-hub.ts'
import { renderApp } from '../testing/render-app.tsx'

const inBar = () => within(screen.getByRole('navigation', { name: 'Principal' }))

describe('shell', () => {
  it.each([
    ['/map?view=status', '/login?next=%2Fmap%3Fview%3Dstatus'],
    ['/', '/login'],
    ['/nothing', '/login'],
  ])('sends %s to the login page without a session', async (path, login) => {
    await renderApp({ path })
    await screen.findByRole('heading', { name: 'Iniciar sesión' })
    expect(window.location.pathname + window.location.search).toBe(login)
    expect(screen.queryByText('Sesión vencida')).toBeNull()
  })

  it('marks the current link and follows the others', async () => {
    await renderApp({ path: '/dashboard', role: 'operator' })
    // A click while a screen is still being loaded would suspend inside the click's own act.
    await screen.findByRole('heading', { name: 'Dashboard' })
    const link = inBar().getByRole('link', { name: 'Dashboard' })
    expect(link.getAttribute('aria-current')).toBe('page')
    // Awaited, as in renderApp: the screen's chunk is not there yet.
    await act(async () => {
      fireEvent.click(inBar().getByRole('link', { name: 'Administración' }))
    })
    const title = await screen.findByRole('heading', { name: 'Administración' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(document.title).toBe('Administración · Vehicle Control')
  })

  it('opens the menu and closes it with Esc, outside and on a link', async () => {
    await renderApp({ path: '/dashboard', role: 'operator' })
    const button = await screen.findByRole('button', { name: 'Menú' })
    const isOpen = () => button.getAttribute('aria-expanded') === 'true'
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')).not.toBeNull()
    fireEvent.click(button)
    expect(isOpen()).toBe(true)
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(isOpen()).toBe(false)
    expect(document.activeElement).toBe(button)
    fireEvent.click(button)
    fireEvent.pointerDown(document.body)
    expect(isOpen()).toBe(false)
    fireEvent.click(button)
    fireEvent.click(inBar().getByRole('link', { name: 'Mapa' }))
    expect(isOpen()).toBe(false)
    // By keyboard no press outside closes it before.
    fireEvent.click(button)
    const tabs = within(screen.getByRole('navigation', { name: 'Pantallas' }))
    await act(async () => void fireEvent.click(tabs.getByRole('link', { name: 'Dashboard' })))
    expect(isOpen()).toBe(false)
  })

  it('tells the connection, and stays on one socket across screens', async () => {
    const { socket, clock } = await renderApp({ path: '/dashboard', role: 'operator' })
    await waitFor(() => expect(socket.connects).toBe(1))
    await screen.findByRole('heading', { name: 'Dashboard' })
    act(() => socket.accept())
    expect(screen.getByText('Conectado')).toBeTruthy()
    act(() => socket.drop())
    expect(screen.getByText('Conectado')).toBeTruthy()
    act(() => clock.advance(3000))
    expect(screen.getByText('Reconectando')).toBeTruthy()
    act(() => clock.advance(30_000))
    expect(screen.getByText('Desconectado')).toBeTruthy()
    fireEvent.click(inBar().getByRole('link', { name: 'Mapa' }))
    await screen.findByRole('heading', { name: 'Mapa de agentes' })
    expect(socket.connects).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: 'Reconectar' }))
    expect(socket.connects).toBe(2)
  })

  it('tells the worse of the link and the readers', async () => {
    const { socket, clock, frame } = await renderApp({ path: '/dashboard', role: 'operator' })
    const pill = screen.getByLabelText('Conexión con el hub')
    await waitFor(() => expect(socket.connects).toBe(1))
    act(() => socket.accept())
    await waitFor(() => expect(pill.textContent).toBe('●Conectado'))
    const readers = (connected: boolean) =>
      act(() => {
        socket.emit('rfid:status', { connected, simulate: false, port: null })
        frame()
      })
    readers(false)
    await waitFor(() => expect(pill.textContent).toBe('◆Sin lectores'))
    act(() => socket.drop())
    act(() => clock.advance(3000))
    expect(pill.textContent).toBe('▲Reconectando')
    act(() => socket.accept())
    readers(true)
    await waitFor(() => expect(pill.textContent).toBe('●Conectado'))
  })

  it('logs out here at once, whatever the hub says', async () => {
    const { hub, storage, socket } = await renderApp({
      path: '/map',
      role: 'operator',
      prepare: (fake) => {
        fake.instead['/api/auth/logout'] = () => jsonAnswer(500, {})
      },
    })
    await waitFor(() => expect(socket.connects).toBe(1))
    act(() => socket.accept())
    fireEvent.click(screen.getByRole('button', { name: 'Salir' }))
    await screen.findByRole('heading', { name: 'Iniciar sesión' })
    expect(window.location.pathname + window.location.search).toBe('/login')
    expect(hub.calls).toContain('POST /api/auth/logout')
    const left = ['token', 'authToken', 'user'].filter((key) => storage.getItem(key) !== null)
    expect(left).toEqual([])
    expect(socket.connected).toBe(false)
  })

  it('leads to the login page once when several calls find the session over', async () => {
    const { api, storage } = await renderApp({
      path: '/map?view=status',
      role: 'operator',
      prepare: (hub) => {
        hub.instead['/api/x'] = () => jsonAnswer(401, {})
      },
    })
    await screen.findByRole('heading', { name: 'Mapa de agentes' })
    const before = window.history.length
    await act(async () => {
      await Promise.allSettled([1, 2, 3].map(() => api({ path: '/api/x', shape: anyShape })))
    })
    expect(await screen.findByText('Sesión vencida')).toBeTruthy()
    expect(window.location.search).toBe('?next=%2Fmap')
    expect(window.history.length).toBe(before)
    expect(storage.getItem('token')).toBeNull()
  })

  it('takes a refused socket as the end of the session', async () => {
    const { socket } = await renderApp({ path: '/admin', role: 'admin' })
    await waitFor(() => expect(socket.connects).toBe(1))
    act(() => socket.emit('connect_error', new Error('unauthorized')))
    expect(await screen.findByText('Sesión vencida')).toBeTruthy()
  })
})
