import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { ShownTag } from './emulator.ts'
import { impinjForm, INVENTORY_RUNNING } from './smart-reader.ts'

const API = '/api/v1'
const FACTORY_LOGIN = 'root:impinj'

export interface R700Options {
  /** 0 takes any. */
  port?: number
  /** `user:password`; null: anybody may ask. */
  login?: string | null
  /** It streams Server-Sent Events instead of lines of JSON. */
  sendsEvents?: boolean
  /** PEM of its certificate and key, for https. */
  tls?: { cert: string; key: string }
}

/** An Impinj R700 made up, at an address of its own: it is started by preset and streams NDJSON. */
export class EmulatedR700 {
  readonly #login: string | null
  readonly #port: number
  readonly #scheme: 'http' | 'https'
  readonly #sendsEvents: boolean
  readonly #form = impinjForm()
  readonly #server
  readonly #streams = new Set<ServerResponse>()
  #isReading = false
  /** The requests that it got, such as `POST /profiles/stop`. */
  readonly asked: string[] = []
  /** From now on every request is refused with this, null: none. */
  refusal: number | null = null

  constructor({ port = 0, login = FACTORY_LOGIN, sendsEvents = false, tls }: R700Options = {}) {
    const answer = (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response)
    this.#port = port
    this.#login = login
    this.#sendsEvents = sendsEvents
    this.#scheme = tls === undefined ? 'http' : 'https'
    this.#server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer)
  }

  /** Resolves to its address once it answers. */
  async start(): Promise<string> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    return `${this.#scheme}://127.0.0.1:${port}`
  }

  /** How many follow its stream. */
  followers(): number {
    return this.#streams.size
  }

  /** Sends the tag to every follower, if its inventory runs. */
  show(tag: ShownTag): void {
    if (!this.#isReading) return
    this.say(this.#line(this.#form(tag, Date.now() - (tag.ageMs ?? 0))))
  }

  /** Sends any bytes to every follower. */
  say(bytes: string | Uint8Array): void {
    for (const stream of this.#streams) stream.write(bytes)
  }

  /** Breaks every stream amid what it says, as a restart of the reader does. */
  drop(): void {
    for (const stream of this.#streams) stream.destroy()
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const asked = `${request.method} ${(request.url ?? '').replace(API, '')}`
    this.asked.push(asked)
    const status = this.#isKnown(request) ? this.refusal : 401
    if (status !== null) response.writeHead(status).end()
    else if (asked === 'POST /profiles/stop') this.#read(response, false)
    else if (/^POST \/profiles\/inventory\/presets\/\w+\/start$/.test(asked)) {
      if (this.#isReading) response.writeHead(409).end()
      else this.#read(response, true)
    } else if (asked === 'GET /data/stream') this.#follow(response)
    else response.writeHead(404).end()
  }

  #isKnown({ headers }: IncomingMessage): boolean {
    if (this.#login === null) return true
    return headers.authorization === `Basic ${Buffer.from(this.#login).toString('base64')}`
  }

  #read(response: ServerResponse, isReading: boolean): void {
    this.#isReading = isReading
    response.writeHead(204).end()
  }

  #line(event: object): string {
    const text = JSON.stringify(event)
    return this.#sendsEvents ? `:beat\nid: 7\nevent: message\ndata: ${text}\n\n` : `${text}\r\n`
  }

  #follow(response: ServerResponse): void {
    const type = this.#sendsEvents ? 'text/event-stream; charset=utf-8' : 'application/json'
    response.writeHead(200, { 'content-type': type })
    response.write(this.#line(INVENTORY_RUNNING))
    this.#streams.add(response)
    response.on('close', () => this.#streams.delete(response))
  }
}
