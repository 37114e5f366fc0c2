import http, { type IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { DeviceError } from '../../device-error.ts'
import { createFeedReader, type FeedOutput } from '../device/feed-reader.ts'
import { JsonLines } from '../json/json-lines.ts'
import { JsonReads } from '../json/json-reads.ts'
import { authoritiesIn } from '../link/ca-file.ts'
import { InputPace, SLICE_BYTES } from '../link/input-pace.ts'
import type { Attempt, Connection } from '../link/reconnector.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import type { HttpReaderConfig } from './config.ts'

/** Impinj's IoT device interface, version 1. */
const START = (preset: string) => `/api/v1/profiles/inventory/presets/${preset}/start`
const STREAM = '/api/v1/data/stream'
const ANSWER_WITHIN_MS = 30_000
/** The kernel probes a connection that is silent for this long. */
const KEEP_ALIVE_MS = 15_000
const CONFLICT = 409

/**
 * The reads that an Impinj R700 streams as lines of JSON, or as Server-Sent Events. It reads on when the edge stops: nobody
 * else may have started it, but somebody else may be reading.
 */
export function createStreamReader(
  config: HttpReaderConfig & { url: string },
  context: ReaderContext,
): Reader {
  const { url, preset } = config
  const reads = new JsonReads(context.stamp)

  function connect(attempt: Attempt, output: FeedOutput): Connection {
    const requests = new Requests(config, context)
    async function follow(): Promise<void> {
      // 409: it reads already, by this or another preset, and is followed as it is.
      if (preset !== undefined) (await requests.ask('POST', START(preset), CONFLICT)).destroy()
      const stream = await requests.ask('GET', STREAM)
      attempt.ready()
      const isEvents = /^text\/event-stream\b/i.test(stream.headers['content-type'] ?? '')
      const pace = new InputPace(context, attempt)
      const whole: string[] = []
      const lines = new JsonLines({
        onLine: (line) => {
          const text = isEvents ? eventData(line) : line
          if (text !== null) whole.push(text)
        },
        onOverlong: () => output.noise(),
      })
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length && attempt.isCurrent; at += SLICE_BYTES) {
          const bytes = chunk.subarray(at, at + SLICE_BYTES)
          output.arrived(bytes)
          lines.push(bytes)
          const mono = context.monotonic()
          for (const line of whole.splice(0)) await reads.takeText(line, { mono, output }, pace)
          await pace.rest()
        }
        if (!attempt.isCurrent) return
      }
      throw new DeviceError('the reader ended the stream')
    }
    follow().catch((error: unknown) =>
      attempt.lost(error instanceof Error ? error : new Error(String(error))),
    )
    return { close: async () => requests.end() }
  }

  return createFeedReader(config, context, { what: 'stream', where: url, connect })
}

/** The text of a line of Server-Sent Events that has data; null for names, ids and comments. */
function eventData(line: string): string | null {
  return /^data(?::|$)/.test(line) ? line.slice('data:'.length).trim() || null : null
}

/** The requests of one connection; all end with it. */
class Requests {
  readonly #config: HttpReaderConfig & { url: string }
  readonly #context: ReaderContext
  readonly #ended = new AbortController()

  constructor(config: HttpReaderConfig & { url: string }, context: ReaderContext) {
    this.#config = config
    this.#context = context
  }

  end(): void {
    this.#ended.abort()
  }

  /** @throws DeviceError for an answer that is neither a success nor `accepted`. */
  async ask(method: 'GET' | 'POST', path: string, accepted?: number): Promise<IncomingMessage> {
    const answer = await this.#send(method, path)
    const { statusCode = 0, headers } = answer
    if ((statusCode >= 200 && statusCode < 300) || statusCode === accepted) return answer
    answer.destroy()
    if (statusCode === 401 || statusCode === 403) {
      throw new DeviceError('the reader refuses user or password')
    }
    const elsewhere = headers.location === undefined ? '' : `, which is now ${headers.location}`
    throw new DeviceError(`the reader answers ${statusCode} to ${path}${elsewhere}`)
  }

  #send(method: 'GET' | 'POST', path: string): Promise<IncomingMessage> {
    const { url } = this.#config
    const client = url.startsWith('https:') ? https : http
    return new Promise((resolve, reject) => {
      const request = client.request(new URL(path, url), this.#options(method), resolve)
      request.setSocketKeepAlive(true, KEEP_ALIVE_MS)
      const cancel = this.#context.timers.after(ANSWER_WITHIN_MS, () =>
        request.destroy(new DeviceError(`the reader does not answer to ${path}`)),
      )
      request.on('response', cancel)
      request.on('close', cancel)
      // The error of a name with several addresses has a code and no message.
      request.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.message === '' ? new DeviceError(error.code, { cause: error }) : error),
      )
      request.end()
    })
  }

  #options(method: string): RequestOptions {
    const { userEnv, passwordEnv, caFile } = this.#config
    const { secret } = this.#context
    const password = passwordEnv === undefined ? '' : secret(passwordEnv)
    return {
      method,
      agent: false,
      signal: this.#ended.signal,
      auth: userEnv === undefined ? undefined : `${secret(userEnv)}:${password}`,
      ca: authoritiesIn(caFile),
    }
  }
}
