import type { LiveSocket } from './connection.ts'

/** Opens the hub's Socket.IO; the library is loaded only now, and connects when told to. */
export async function openSocketIo(token: () => string | null): Promise<LiveSocket> {
  const { io } = await import('socket.io-client')
  const socket = io({
    path: '/socket.io',
    transports: ['websocket'],
    withCredentials: true,
    autoConnect: false,
    forceNew: true,
    auth: (callback) => callback({ token: token() ?? '', batch: true }),
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    timeout: 20_000,
  })
  return {
    get connected() {
      return socket.connected
    },
    get active() {
      return socket.active
    },
    on: (event, handler) => void socket.on(event, handler),
    connect: () => void socket.connect(),
    disconnect: () => void socket.disconnect(),
  }
}
