import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakePage } from '../testing/fake-page.ts'
import { createFakeSocket } from '../testing/fake-socket.ts'
import { createLiveConnection } from './connection.ts'

async function open() {
  const clock = createFakeClock()
  const page = createFakePage()
  const socket = createFakeSocket()
  const onUnauthorized = vi.fn()
  const onFactorDemanded = vi.fn()
  const connection = createLiveConnection({
    openSocket: async () => socket,
    attach: () => {},
    clock,
    page,
    onUnauthorized,
    onFactorDemanded,
  })
  connection.start()
  await vi.waitFor(() => expect(socket.connects).toBe(1))
  const state = () => connection.state.get()
  return { clock, page, socket, onUnauthorized, onFactorDemanded, connection, state }
}

describe('live connection', () => {
  it('says nothing of its own accord in the first moments', async () => {
    const { clock, socket, state } = await open()
    expect(state().phase).toBeNull()
    clock.advance(2999)
    expect(state().phase).toBeNull()
    socket.accept()
    expect(state()).toMatchObject({ connected: true, phase: 'connected', lostAt: null })
  })

  it('keeps a short loss to itself', async () => {
    const { clock, socket, state } = await open()
    socket.accept()
    socket.drop()
    expect(state()).toMatchObject({ connected: false, phase: 'connected', lostAt: clock.now() })
    clock.advance(2999)
    socket.accept()
    clock.advance(60_000)
    expect(state().phase).toBe('connected')
  })

  it('counts from the last ping where the hub fell silent', async () => {
    const { clock, socket, state } = await open()
    socket.accept()
    clock.advance(60_000)
    socket.drop('ping timeout')
    expect(state().lostAt).toBe(clock.now() - 30_000)
  })

  it('is reconnecting after 3 s and disconnected after 30 s', async () => {
    const { clock, socket, state } = await open()
    socket.accept()
    socket.drop()
    clock.advance(3000)
    expect(state().phase).toBe('reconnecting')
    clock.advance(27_000)
    expect(state().phase).toBe('disconnected')
  })

  it('is disconnected at once where the network is gone', async () => {
    const { clock, page, socket, state } = await open()
    socket.accept()
    page.online = false
    socket.drop()
    clock.advance(3000)
    expect(state().phase).toBe('disconnected')
  })

  it('keeps the reason of the last failure until it is connected', async () => {
    const { socket, state } = await open()
    socket.emit('connect_error', new Error('websocket error'))
    expect(state().error).toBe('websocket error')
    socket.accept()
    expect(state().error).toBeNull()
  })

  it('takes a refused token as the end of the session', async () => {
    const { socket, onUnauthorized } = await open()
    socket.emit('connect_error', new Error('unauthorized'))
    expect(onUnauthorized).toHaveBeenCalledOnce()
  })

  it('comes back by itself after the hub closed it on purpose', async () => {
    const { clock, socket } = await open()
    socket.accept()
    socket.active = false
    socket.drop()
    clock.advance(1000)
    expect(socket.connects).toBe(2)
  })

  it('does not wait out its backoff when the network or the page is back', async () => {
    const { page, socket } = await open()
    page.wake()
    expect(socket.connects).toBe(2)
    socket.accept()
    page.wake()
    expect(socket.connects).toBe(2)
  })

  it('connects anew when asked to, even while it is connected', async () => {
    const { socket, connection } = await open()
    socket.accept()
    connection.reconnect()
    expect(socket.connected).toBe(false)
    expect(socket.connects).toBe(2)
  })

  it('is silent after it was stopped', async () => {
    const { clock, socket, connection, state } = await open()
    socket.accept()
    connection.stop()
    socket.drop()
    clock.advance(60_000)
    expect(state()).toEqual({ connected: false, phase: null, lostAt: null, error: null })
    expect(socket.connects).toBe(1)
  })
})
