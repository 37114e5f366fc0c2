import type { Socket } from 'node:net'
import type { ReaderState } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { LocalServer } from '../local-socket/local-server.ts'
import { CaptureClientQueue } from './capture-client-queue.ts'
import { CaptureRequest } from './capture-line.ts'
import type { ReaderCaptures } from './reader-captures.ts'

const CLIENTS_MAX = 4

export interface CaptureServerOptions {
  /** Path of the socket. */
  path: string
  captures: ReaderCaptures
  states: () => ReaderState[]
  log: Logger
}

/** Lets `capture` watch the readers of a running edge. */
export class CaptureServer {
  readonly #options: CaptureServerOptions
  readonly #server: LocalServer

  constructor(options: CaptureServerOptions) {
    const { path, log } = options
    this.#options = options
    this.#server = new LocalServer({
      path,
      purpose: 'readers cannot be captured',
      clientsMax: CLIENTS_MAX,
      onRequest: (line, socket) => this.#begin(line, socket),
      onFull: (socket) => {
        const error = `ya hay ${CLIENTS_MAX} capturas en marcha`
        new CaptureClientQueue(socket).end({ error })
      },
      log,
    })
  }

  /** Resolves when it listens, or cannot. Never rejects. */
  start(): Promise<void> {
    return this.#server.start()
  }

  /** Ends all captures. Idempotent. */
  stop(): void {
    this.#server.stop()
  }

  #begin(line: string, socket: Socket): (() => void) | null {
    const { captures, states } = this.#options
    const queue = new CaptureClientQueue(socket)
    const reader = readerIn(line)
    const end =
      reader === null ? null : captures.begin(reader, states(), (event) => queue.send(event))
    if (end === null) queue.end({ error: `no hay ningún lector «${reader ?? ''}»` })
    return end
  }
}

function readerIn(line: string): string | null {
  try {
    return CaptureRequest.parse(JSON.parse(line)).reader
  } catch {
    // Not a request of the `capture` command.
    return null
  }
}
