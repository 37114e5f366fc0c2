import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Cable } from './cable.ts'
import type { EmulatedDevice } from './emulators/emulator.ts'
import { freePort } from './free-port.ts'

const HOST = '127.0.0.1'
const REDIALS_AFTER_MS = 20

/** Joins a device to a socket for as long as that lives. */
function attach(device: EmulatedDevice, socket: Socket): void {
  socket.on('data', (bytes: Buffer) => device.receive(bytes))
  // A cable that is pulled while bytes are on it.
  socket.on('error', () => {})
  socket.once('close', () => device.detach())
  device.attach((bytes) => socket.write(bytes))
}

/** A network in which the device, or its converter, waits for the edge to connect. */
export class TcpCable implements Cable {
  readonly link: { host: string; port: number }
  #device: EmulatedDevice | null = null
  #server: Server | null = null
  readonly #sockets = new Set<Socket>()

  private constructor(port: number) {
    this.link = { host: HOST, port }
  }

  static async create(): Promise<TcpCable> {
    return new TcpCable(await freePort())
  }

  connect(device: EmulatedDevice): void {
    this.#device = device
  }

  async plugIn(): Promise<void> {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      if (this.#device !== null) attach(this.#device, socket)
    })
    await once(this.#server.listen(this.link.port, HOST), 'listening')
  }

  async pull(): Promise<void> {
    const server = this.#server
    if (server === null) return
    this.#server = null
    const gone = once(server, 'close')
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
    await gone
  }

  destroy(): Promise<void> {
    return this.pull()
  }
}

/** A network in which the device dials the edge, again and again while it is plugged in. */
export class DialInCable implements Cable {
  readonly link: { listen: string; from: string }
  readonly #port: number
  #device: EmulatedDevice | null = null
  #socket: Socket | null = null
  #isPlugged = false
  #timer: NodeJS.Timeout | undefined

  private constructor(port: number) {
    this.#port = port
    this.link = { listen: `${HOST}:${port}`, from: HOST }
  }

  static async create(): Promise<DialInCable> {
    return new DialInCable(await freePort())
  }

  connect(device: EmulatedDevice): void {
    this.#device = device
  }

  async plugIn(): Promise<void> {
    this.#isPlugged = true
    this.#dial()
  }

  async pull(): Promise<void> {
    this.#isPlugged = false
    clearTimeout(this.#timer)
    const socket = this.#socket
    if (socket === null) return
    this.#socket = null
    const gone = socket.closed ? null : once(socket, 'close')
    socket.destroy()
    await gone
  }

  destroy(): Promise<void> {
    return this.pull()
  }

  #dial(): void {
    if (!this.#isPlugged) return
    const socket = connect(this.#port, HOST)
    this.#socket = socket
    socket.on('error', () => {})
    socket.once('connect', () => {
      if (this.#device !== null) attach(this.#device, socket)
    })
    socket.once('close', () => {
      if (this.#socket !== socket) return
      this.#timer = setTimeout(() => this.#dial(), REDIALS_AFTER_MS)
    })
  }
}
