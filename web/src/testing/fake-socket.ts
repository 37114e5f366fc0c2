import type { LiveSocket } from '../live/connection.ts'

/** A socket whose other end is the test. */
export interface FakeSocket extends LiveSocket {
  connected: boolean
  active: boolean
  /** The number of times that the app asked it to connect. */
  connects: number
  /** Triggers an event of the hub or of the library. */
  emit(event: string, payload?: unknown): void
  accept(): void
  drop(reason?: string): void
}

/** Makes a socket that is not connected. */
export function createFakeSocket(): FakeSocket {
  const handlers = new Map<string, ((payload: unknown) => void)[]>()
  return {
    connected: false,
    active: true,
    connects: 0,
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler])
    },
    connect() {
      this.connects += 1
    },
    disconnect() {
      this.connected = false
    },
    emit(event, payload) {
      for (const handler of handlers.get(event) ?? []) handler(payload)
    },
    accept() {
      this.connected = true
      this.emit('connect')
    },
    drop(reason = 'transport close') {
      this.connected = false
      this.emit('disconnect', reason)
    },
  }
}
