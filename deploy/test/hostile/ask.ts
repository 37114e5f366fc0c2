import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** An answer of the hub, its body as latin1 so that every byte of it is there. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface AskOptions {
  token?: string
  /** Sent as it is. */
  body?: string | Buffer
  headers?: Record<string, string>
  /** The address of 127.0.0.0/8 that asks; each is a network of its own to a throttle. */
  from?: string
}

/** Far beyond what a busy hub on a busy machine needs: later, none comes. */
const ANSWER_WITHIN_MS = 180_000
/** A connection each: one that is kept may end just as it is taken again. */
const agent = new Agent({ keepAlive: false, maxSockets: 64 })

/**
 * Calls the hub as no browser would: path, headers and body go out as they are.
 *
 * @throws Error when no answer comes, or half of one.
 */
export function ask(
  url: string,
  method: string,
  path: string,
  { token, body, headers = {}, from = '127.0.0.1' }: AskOptions = {},
): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({
      agent,
      host: hostname,
      port,
      method,
      path,
      localAddress: from,
      timeout: ANSWER_WITHIN_MS,
      headers: {
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    })
    sent.once('error', reject)
    sent.once('timeout', () => sent.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)))
    sent.once('response', (answer) => {
      const { statusCode: status = 0, headers: given } = answer
      const read = buffer(answer).then((bytes) => unpacked(bytes, given['content-encoding']))
      read.then(
        (said) => resolve({ status, headers: given, body: said.toString('latin1') }),
        reject,
      )
    })
    sent.end(body)
  })
}

/** Calls with JSON; the answer's body is parsed. */
export async function askJson(
  url: string,
  method: string,
  path: string,
  { json, ...options }: AskOptions & { json?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json', ...options.headers }
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const answer = await ask(url, method, path, { ...options, headers, ...body })
  const decoded = Buffer.from(answer.body, 'latin1').toString()
  return { status: answer.status, body: decoded === '' ? null : (JSON.parse(decoded) as unknown) }
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : inflateSync(bytes)
}
