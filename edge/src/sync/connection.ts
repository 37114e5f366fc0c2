import type { Logger } from 'pino'
import {
  CloseCode,
  type Hello,
  HUB_MAX_PAYLOAD_BYTES,
  HubFrame,
  isUnknownFrame,
  type OutboxState,
  OUTBOX_PING_INTERVAL_MS,
  parseUntrusted,
  type Ping,
  PEER_DEAD_AFTER_MS,
  PING_INTERVAL_MS,
  ProtocolError,
  UNKNOWN_FRAMES_PER_MINUTE,
} from '@vehicle-control/protocol'
import { WebSocket } from 'ws'

const HANDSHAKE_MS = 10_000
/** A batch without an answer for this long ends the connection. */
const ANSWER_WITHIN_MS = 30_000

/** The end of a connection. */
export interface ConnectionEnd {
  /** WebSocket close code; 1006 when the hub vanished. */
  code: number
  reason: string
  /** HTTP status, of a refused upgrade only. */
  status?: number
  /** Node's code of the error that ended it, such as ECONNREFUSED. */
  errorCode?: string
}

export interface ConnectionOptions {
  url: URL
  apiKey: string
  /** The one authority to trust, PEM; absent: those of the system. */
  ca?: string
  log: Logger
  monotonic: () => number
  /** Called when the socket is open; its answer is the first frame. */
  hello: () => Promise<Hello>
  onFrame: (frame: HubFrame) => void
  /** A frame of a type that this version does not know came, and was passed over. */
  onUnknownFrame: () => void
  /** What the edge keeps for the hub now. */
  outbox: () => OutboxState
  /** Milliseconds that the oldest batch has waited for an answer. */
  waitingMs: () => number
  onEnd: (end: ConnectionEnd) => void
}

/** One WebSocket to the hub, from the upgrade to its end; `onEnd` is called exactly once. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #socket: WebSocket
  readonly #tick: NodeJS.Timeout
  #lastFrame: number
  #lastPing: number
  /** JSON of the outbox's state in the last ping; empty before the first, null before the hello. */
  #reportedOutbox: string | null = null
  #status: number | undefined
  #error = ''
  #errorCode: string | undefined
  #ended = false
  /** The hub has sent a frame that is one: until then it may be no hub. */
  #isAnswered = false
  /** When the latest frames of unknown types came, the oldest first. */
  readonly #unknownAt: number[] = []

  constructor(options: ConnectionOptions) {
    this.#options = options
    const now = options.monotonic()
    this.#lastFrame = now
    this.#lastPing = now
    this.#socket = new WebSocket(options.url, {
      headers: { authorization: `Bearer ${options.apiKey}` },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: HUB_MAX_PAYLOAD_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    })
    this.#socket.on('open', () => void this.#sendHello())
    this.#socket.on('message', (data) => this.#receive((data as Buffer).toString()))
    this.#socket.on('unexpected-response', (_request, response) => {
      this.#status = response.statusCode
      this.#terminate(`HTTP ${response.statusCode}`)
    })
    this.#socket.on('error', (error) => {
      this.#error ||= error.message
      if ('code' in error) this.#errorCode ??= String(error.code)
    })
    this.#socket.on('close', (code, reason) => this.#end(code, reason.toString()))
    this.#tick = setInterval(() => this.#checkAlive(), OUTBOX_PING_INTERVAL_MS)
  }

  async #sendHello(): Promise<void> {
    try {
      this.send(JSON.stringify(await this.#options.hello()))
      this.#reportedOutbox = ''
    } catch (error) {
      this.#options.log.error({ err: error }, 'hello failed')
      this.close(CloseCode.tryLater, 'hello failed')
    }
  }

  send(frame: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(frame)
  }

  #receive(text: string): void {
    this.#lastFrame = this.#options.monotonic()
    try {
      const json: unknown = JSON.parse(text)
      if (this.#isAnswered && isUnknownFrame(HubFrame, json)) return this.#passOver()
      const frame = parseUntrusted(HubFrame, json)
      if (!frame.success) throw new ProtocolError(frame.error.message)
      this.#isAnswered = true
      this.#options.onFrame(frame.data)
    } catch (error) {
      this.#error = `the hub sent nonsense: ${error instanceof Error ? error.message : String(error)}`
      this.close(CloseCode.policy, 'malformed frame')
    }
  }

  /** @throws ProtocolError where more came than a newer hub has reason to send. */
  #passOver(): void {
    const { log, monotonic, onUnknownFrame } = this.#options
    onUnknownFrame()
    if (this.#unknownAt.length === 0) log.warn('the hub sends frames of a newer version')
    const now = monotonic()
    if (this.#unknownAt.push(now) <= UNKNOWN_FRAMES_PER_MINUTE) return
    const oldest = this.#unknownAt.shift() as number
    if (now - oldest < 60_000) throw new ProtocolError('too many frames of unknown types')
  }

  /** Pings, and ends a connection whose hub is silent or leaves a batch unanswered. */
  #checkAlive(): void {
    const now = this.#options.monotonic()
    if (now - this.#lastFrame > PEER_DEAD_AFTER_MS) this.#terminate('the hub is silent')
    else if (this.#options.waitingMs() > ANSWER_WITHIN_MS)
      this.#terminate('a batch was not answered')
    else if (this.#reportedOutbox !== null) this.#ping(now, this.#reportedOutbox)
  }

  #ping(now: number, reported: string): void {
    const outbox = this.#options.outbox()
    const text = JSON.stringify(outbox)
    if (now - this.#lastPing < PING_INTERVAL_MS && text === reported) return
    this.#lastPing = now
    this.#reportedOutbox = text
    this.send(JSON.stringify({ type: 'ping', mono: now, outbox } satisfies Ping))
  }

  #terminate(reason: string): void {
    this.#error = reason
    this.#socket.terminate()
  }

  /** Begins the closing handshake; `ws` itself cuts off a hub that does not answer it. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  #end(code: number, reason: string): void {
    if (this.#ended) return
    this.#ended = true
    clearInterval(this.#tick)
    const end: ConnectionEnd = { code, reason: this.#error || reason }
    if (this.#status !== undefined) end.status = this.#status
    if (this.#errorCode !== undefined) end.errorCode = this.#errorCode
    this.#options.onEnd(end)
  }
}
