import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import {
  ENCODED,
  type HookAnswer,
  NO_KEY,
  NO_SUCH_PATH,
  NOT_A_POST,
  TOO_LARGE,
} from './hook-answers.ts'

/** A thousand tags of an R700. */
export const BODY_MAX_BYTES = 512 * 1024
const HEADERS_WITHIN_MS = 2000
const REQUEST_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 500
const MAX_CONNECTIONS = 32
const MAX_OF_AN_ADDRESS = 4

export interface HookServerOptions {
  path: string
  /** Every request must carry it. */
  key: string
  /** Takes the body of a request and answers it. Must not reject. */
  take: (body: Buffer) => Promise<HookAnswer>
  /** Called when a connection is closed for another one: its address, or all, have too many. */
  onEvict: (address: string) => void
}

/** The server of a webhook, not listening yet. Nothing of a body is read before the key was shown. */
export function createHookServer(options: HookServerOptions): Server {
  const limits = {
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  }
  const slots = new ConnectionSlots(options.onEvict)
  const server = createServer(limits, (request, response) => {
    // A client that leaves within its request gets no answer.
    request.on('error', () => {})
    if (!slots.begin(request.socket, response)) return
    const refusal = refusalOf(request, options)
    if (refusal !== null) return answer(response, refusal)
    slots.hasShownKey(request.socket)
    receive(request, response, options)
  })
  return server.on('connection', (socket: Socket) => slots.take(socket))
}

interface Slot {
  address: string
  hasKey: boolean
  /** The answer that is not sent yet. */
  pending: ServerResponse | null
  /** The client sent another request before that answer: it is closed once that is sent. */
  isOver: boolean
}

/** The open connections: a client that opens many without the key only shuts out itself. */
class ConnectionSlots {
  /** In the order in which they came. */
  readonly #open = new Map<Socket, Slot>()
  readonly #onEvict: HookServerOptions['onEvict']

  constructor(onEvict: HookServerOptions['onEvict']) {
    this.#onEvict = onEvict
  }

  /** Beyond the limits the oldest that has not shown the key is closed: at the latest the new one. */
  take(socket: Socket): void {
    const { remoteAddress: address = '' } = socket
    this.#open.set(socket, { address, hasKey: false, pending: null, isOver: false })
    socket.once('close', () => this.#open.delete(socket))
    const all = [...this.#open]
    const own = all.filter(([, one]) => one.address === address)
    const isOverOwnLimit = own.length > MAX_OF_AN_ADDRESS
    if (!isOverOwnLimit && all.length <= MAX_CONNECTIONS) return
    const keyless = (isOverOwnLimit ? own : all).find(([, one]) => !one.hasKey)
    if (keyless === undefined) return
    const [oldest, { address: whose }] = keyless
    this.#open.delete(oldest)
    oldest.destroy()
    this.#onEvict(whose)
  }

  /**
   * Notes a request; false where it must not be taken. A client that sends another one before the
   * answer gets that answer, and the connection ends: pipelined bodies would fill the memory.
   */
  begin(socket: Socket, response: ServerResponse): boolean {
    const slot = this.#open.get(socket)
    if (slot === undefined || slot.isOver) return false
    const { pending } = slot
    if (pending !== null) {
      slot.isOver = true
      socket.pause()
      if (!pending.headersSent) pending.setHeader('connection', 'close')
      return false
    }
    slot.pending = response
    response.once('close', () => {
      slot.pending = null
      if (slot.isOver) socket.destroySoon()
    })
    return true
  }

  hasShownKey(socket: Socket): void {
    const slot = this.#open.get(socket)
    if (slot) slot.hasKey = true
  }
}

function refusalOf(request: IncomingMessage, { path, key }: HookServerOptions): HookAnswer | null {
  const { url = '', method, headers } = request
  if (url.split('?', 1)[0] !== path) return NO_SUCH_PATH
  if (method !== 'POST') return NOT_A_POST
  if (!isKey(keyShownIn(headers), key)) return NO_KEY
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return ENCODED
  if (Number(headers['content-length'] ?? 0) > BODY_MAX_BYTES) return TOO_LARGE
  return null
}

function keyShownIn(headers: IncomingMessage['headers']): string {
  const own = headers['x-api-key']
  if (typeof own === 'string') return own
  const [, scheme = '', shown = ''] =
    /^(Bearer|Basic) (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() !== 'basic') return shown
  // As the password of whatever user: some senders know no other way.
  const pair = Buffer.from(shown, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

/** Compares in constant time. */
function isKey(shown: string, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(key))
}

function receive(request: IncomingMessage, response: ServerResponse, { take }: HookServerOptions) {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= BODY_MAX_BYTES) chunks.push(chunk)
    else if (!response.headersSent) answer(response, TOO_LARGE)
  })
  request.on('end', () => {
    if (response.headersSent) return
    void take(Buffer.concat(chunks)).then((result) => answer(response, result))
  })
}

function answer(response: ServerResponse, { status, body, headers }: HookAnswer) {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(text)
}
