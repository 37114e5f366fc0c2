import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { type GuardFault, SocketGuard } from './agent-socket.ts'

let faults: GuardFault[] = []
let socket: EventEmitter
let stream: PassThrough
let guard: SocketGuard

beforeEach(() => {
  vi.useFakeTimers()
  faults = []
  socket = new EventEmitter()
  stream = new PassThrough()
  guard = new SocketGuard(socket as unknown as WebSocket, stream, (fault) => faults.push(fault))
})
afterEach(() => {
  socket.emit('close')
  vi.useRealTimers()
})

const bytes = () => stream.emit('data', Buffer.from([1]))

it('gives a peer 5 s for its hello', () => {
  vi.advanceTimersByTime(4000)
  expect(faults).toEqual([])
  vi.advanceTimersByTime(3000)
  expect(faults[0]).toBe('hello_timeout')
})

it('gives a message 10 s to end, however steadily its bytes drip', () => {
  socket.emit('message')
  for (let i = 0; i < 13; i++) {
    bytes()
    vi.advanceTimersByTime(1000)
  }
  expect(faults[0]).toBe('slow_frame')
})

it('is content with a peer that ends what it begins, and misses one that falls silent', () => {
  socket.emit('message')
  for (let i = 0; i < 6; i++) {
    bytes()
    socket.emit('message')
    vi.advanceTimersByTime(20_000)
  }
  expect(faults).toEqual([])
  vi.advanceTimersByTime(30_000)
  expect(faults[0]).toBe('silent')
})

it('misses a peer whose socket answers pings while it says nothing itself', () => {
  socket.emit('message')
  for (let i = 0; i < 5; i++) {
    bytes()
    socket.emit('pong')
    vi.advanceTimersByTime(10_000)
  }
  expect(faults[0]).toBe('silent')
})

it('does not blame a peer for what was not read of it', () => {
  socket.emit('message')
  bytes()
  guard.pause()
  vi.advanceTimersByTime(120_000)
  guard.resume()
  vi.advanceTimersByTime(9000)
  expect(faults).toEqual([])
  vi.advanceTimersByTime(3000)
  expect(faults[0]).toBe('slow_frame')
})

it('keeps little for a peer that reads no answer, whatever it goes on to say', () => {
  socket.emit('message')
  Object.assign(socket, { bufferedAmount: 64 * 1024 })
  vi.advanceTimersByTime(2000)
  expect(faults).toEqual([])
  Object.assign(socket, { bufferedAmount: 512 * 1024 })
  socket.emit('message')
  vi.advanceTimersByTime(2000)
  expect(faults[0]).toBe('unread')
})
