import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'

const REQUEST_MAX = 1024

export interface LocalServerOptions {
  /** Path of the socket, in the data folder. */
  path: string
  /** What cannot be done without it, for the log. */
  purpose: string
  clientsMax: number
  /** Takes the first line of a client; returns what to call when the client leaves, or null. */
  onRequest: (line: string, socket: Socket) => (() => void) | null
  /** Called with a client beyond `clientsMax`; must send it the reason and end its socket. */
  onFull: (socket: Socket) => void
  log: Logger
}

/**
 * Serves the command line beside a running edge: a Unix socket for its own account and root. An
 * edge that cannot have one goes on without.
 */
export class LocalServer {
  readonly #options: LocalServerOptions
  readonly #clients = new Set<Socket>()
  #server: Server | null = null
  #stopped = false

  constructor(options: LocalServerOptions) {
    this.#options = options
  }

  /** Resolves when it listens, or cannot. Never rejects. */
  async start(): Promise<void> {
    const { path, purpose, log } = this.#options
    try {
      await removeStale(path)
      if (!this.#stopped) this.#server = await listen(path, (socket) => this.#accept(socket))
      if (this.#stopped) this.stop()
    } catch (error) {
      log.warn({ path, err: error }, purpose)
    }
  }

  /** Ends all clients. Idempotent. */
  stop(): void {
    this.#stopped = true
    for (const client of this.#clients) client.destroy()
    this.#server?.close()
    this.#server = null
  }

  #accept(socket: Socket): void {
    const { clientsMax, onRequest, onFull } = this.#options
    // A client may break off at any moment; `close` follows.
    socket.on('error', () => {})
    if (this.#clients.size >= clientsMax) {
      onFull(socket)
      return
    }
    this.#clients.add(socket)
    let end: (() => void) | null = null
    let hasRequest = false
    socket.on('close', () => {
      this.#clients.delete(socket)
      end?.()
    })
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      if (hasRequest) return
      received += chunk
      const line = /^.*(?=\n)/.exec(received)?.[0]
      if (line === undefined && received.length < REQUEST_MAX) return
      hasRequest = true
      end = onRequest(line ?? received, socket)
    })
  }
}

/** Removes the socket that a killed edge left behind; one that answers is another edge's. */
async function removeStale(path: string): Promise<void> {
  const isAnswered = await new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
  if (isAnswered) throw new Error('another edge serves this folder')
  rmSync(path, { force: true })
}

function listen(path: string, onClient: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onClient)
  return new Promise((resolve, reject) => {
    server.once('error', reject).once('listening', () => resolve(server))
    // The umask is set while the socket is made: a later chmod would leave it open to all for a
    // moment.
    const before = process.umask(0o177)
    try {
      server.listen(path)
    } finally {
      process.umask(before)
    }
  })
}
