import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { ReaderState } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { CaptureClientQueue } from './capture-client-queue.ts'
import { CaptureRequest } from './capture-line.ts'
import type { ReaderCaptures } from './reader-captures.ts'

const CLIENTS_MAX = 4
const REQUEST_MAX = 1024

export interface CaptureServerOptions {
  /** Path of the socket. */
  path: string
  captures: ReaderCaptures
  states: () => ReaderState[]
  log: Logger
}

/**
 * Lets `capture` watch the readers of a running edge: a Unix socket for its own account and root.
 * An edge that cannot have one goes on without.
 */
export class CaptureServer {
  readonly #options: CaptureServerOptions
  readonly #clients = new Set<Socket>()
  #server: Server | null = null
  #stopped = false

  constructor(options: CaptureServerOptions) {
    this.#options = options
  }

  /** Resolves when it listens, or cannot. Never rejects. */
  async start(): Promise<void> {
    const { path, log } = this.#options
    try {
      await removeStale(path)
      if (!this.#stopped) this.#server = await listen(path, (socket) => this.#welcome(socket))
      if (this.#stopped) this.stop()
    } catch (error) {
      log.warn({ path, err: error }, 'readers cannot be captured')
    }
  }

  /** Ends all captures. Idempotent. */
  stop(): void {
    this.#stopped = true
    for (const client of this.#clients) client.destroy()
    this.#server?.close()
    this.#server = null
  }

  #welcome(socket: Socket): void {
    const { captures, states } = this.#options
    const queue = new CaptureClientQueue(socket)
    // Who goes away in the middle is gone; `close` follows.
    socket.on('error', () => {})
    if (this.#clients.size >= CLIENTS_MAX) {
      queue.end({ error: `ya hay ${CLIENTS_MAX} capturas en marcha` })
      return
    }
    this.#clients.add(socket)
    let end: (() => void) | null = null
    socket.on('close', () => {
      this.#clients.delete(socket)
      end?.()
    })
    let asked = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      if (end !== null) return
      asked += chunk
      if (!asked.includes('\n') && asked.length < REQUEST_MAX) return
      const reader = readerIn(asked)
      end = reader === null ? null : captures.begin(reader, states(), (line) => queue.send(line))
      if (end === null) queue.end({ error: `no hay ningún lector «${reader ?? ''}»` })
    })
  }
}

function readerIn(line: string): string | null {
  try {
    return CaptureRequest.parse(JSON.parse(line)).reader
  } catch {
    // Not one of our clients.
    return null
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

function listen(path: string, welcome: (socket: Socket) => void): Promise<Server> {
  const server = createServer(welcome)
  return new Promise((resolve, reject) => {
    server.once('error', reject).once('listening', () => resolve(server))
    // The socket is made here and now: with a mode set later it would be open to all for a moment.
    const before = process.umask(0o177)
    try {
      server.listen(path)
    } finally {
      process.umask(before)
    }
  })
}
