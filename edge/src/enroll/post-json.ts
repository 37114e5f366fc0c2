// Not by an import, which on Node 24 takes every export, and with them all of `fetch` and HTTP/2:
// 14 MB of an edge for as long as it runs.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

const TIMEOUT_MS = 10_000
/** No hub answers more; whoever does is none. */
const ANSWER_MAX_BYTES = 64 * 1024

export interface PostAnswer {
  status: number
  location: string | null
  text: string
}

/**
 * Posts JSON to an address and follows no redirect, which would carry it to another host.
 *
 * @throws Error when there is no whole answer within 10 s, or one of more than 64 KiB.
 */
export function postJson(url: URL, body: unknown): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      accept: 'application/json',
    }
    const { request: send } = url.protocol === 'https:' ? https : http
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const fail = (error: Error) => reject(signal.aborted ? new Error('no answer in 10 s') : error)
    const request = send(url, { method: 'POST', headers, signal, agent: false }, (answer) => {
      let received = ''
      answer.setEncoding('utf8')
      answer.on('error', fail)
      answer.on('data', (chunk: string) => {
        received += chunk
        if (received.length > ANSWER_MAX_BYTES) answer.destroy(new Error('its answer is too long'))
      })
      answer.on('end', () => {
        const { statusCode: status = 0, headers: told } = answer
        resolve({ status, location: told.location ?? null, text: received })
      })
    })
    request.on('error', fail)
    // Such as after an upgrade that nobody asked for, which is no error to Node.
    request.on('close', () => fail(new Error('the connection was closed')))
    request.end(text)
  })
}
