import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Socket } from 'node:net'
import { parseAgentKey } from '@vehicle-control/protocol/agent-key'
import type { Logger } from 'pino'
import { LocalServer } from '../local-socket/local-server.ts'
import {
  handOverKey,
  KEY_FILE,
  KEY_SOCKET,
  type KeyAnswer,
  type KeyHandOverOptions,
  KeyRequest,
} from './key-hand-over.ts'

const CLIENTS_MAX = 4

export interface KeyServerOptions extends KeyHandOverOptions {
  dataDir: string
  log: Logger
}

/** Takes new API keys from the `key` command: over a socket, or from a file left for this start. */
export class KeyServer {
  readonly #options: KeyServerOptions
  readonly #server: LocalServer

  constructor(options: KeyServerOptions) {
    this.#options = options
    this.#server = new LocalServer({
      path: join(options.dataDir, KEY_SOCKET),
      purpose: 'no new API key can be handed over',
      clientsMax: CLIENTS_MAX,
      onRequest: (line, socket) => {
        void this.#answer(line, socket)
        return null
      },
      onFull: (socket) => reply(socket, 'failed'),
      log: options.log,
    })
  }

  /**
   * Listens, then takes the key that was left, if any. Never rejects. The order matters: `key`
   * looks for the socket once more after it has left a key.
   */
  async start(): Promise<void> {
    await this.#server.start()
    await this.#takeKeyFile()
  }

  /** Idempotent. */
  stop(): void {
    this.#server.stop()
  }

  async #answer(line: string, socket: Socket): Promise<void> {
    const key = keyIn(line)
    reply(socket, key === null ? 'failed' : await this.#handOver(key))
  }

  async #handOver(key: string): Promise<KeyAnswer['result']> {
    const { log } = this.#options
    try {
      const result = await handOverKey(key, this.#options)
      log.info({ result }, 'a new API key was handed over')
      return result
    } catch (error) {
      log.error({ err: error }, 'a new API key could not be stored')
      return 'failed'
    }
  }

  async #takeKeyFile(): Promise<void> {
    const path = join(this.#options.dataDir, KEY_FILE)
    const key = this.#read(path)
    if (key === null) return
    if ((await this.#handOver(key)) !== 'failed') rmSync(path, { force: true })
  }

  #read(path: string): string | null {
    try {
      const text = readFileSync(path, 'utf8').trim()
      if (parseAgentKey(text) !== null) return text
      this.#options.log.warn({ path }, 'the file holds no API key; it is removed')
      rmSync(path, { force: true })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code !== 'ENOENT') this.#options.log.warn({ path, code }, 'the new API key is not read')
    }
    return null
  }
}

function keyIn(line: string): string | null {
  try {
    const { key } = KeyRequest.parse(JSON.parse(line))
    return parseAgentKey(key) === null ? null : key
  } catch {
    // Not one of our clients; the parser's message could quote a key.
    return null
  }
}

function reply(socket: Socket, result: KeyAnswer['result']): void {
  socket.end(`${JSON.stringify({ result } satisfies KeyAnswer)}\n`)
}
