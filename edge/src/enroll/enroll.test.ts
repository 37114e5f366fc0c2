import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { enroll } from './enroll.ts'

const token = 'vct_very-secret'
const request = { token, code: 'gate-1', name: 'Portón', location: undefined }
const key = 'vc_1_secret'

describe('enroll', () => {
  let server: Server

  async function hubThat(answer: RequestListener) {
    server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return new URL(`http://127.0.0.1:${address.port}`)
  }

  const answering = (status: number, body: unknown, headers = {}) =>
    hubThat((_, response) => {
      response.writeHead(status, headers).end(JSON.stringify(body))
    })

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('trades the token for a key', async () => {
    let seen = ''
    const hubUrl = await hubThat((incoming, response) => {
      seen = `${incoming.method} ${incoming.url} `
      incoming.on('data', (chunk) => (seen += chunk))
      incoming.on('end', () => {
        const agent = { code: 'gate-1', name: 'Portón', location: null }
        response.writeHead(201).end(JSON.stringify({ apiKey: key, agent }))
      })
    })
    expect(await enroll({ hubUrl, ...request })).toEqual({ apiKey: key })
    const body = JSON.stringify({ token, code: 'gate-1', name: 'Portón' })
    expect(seen).toBe(`POST /api/agent/enroll ${body}`)
  })

  it('is refused in the words of the hub', async () => {
    const hubUrl = await answering(401, { error: 'unauthorized', message: 'Token vencido' })
    expect(await enroll({ hubUrl, ...request })).toEqual({
      refused: 'unauthorized: Token vencido',
    })
  })

  it('waits where an admin has yet to approve it', async () => {
    const hubUrl = await answering(409, { error: 'awaiting_approval', message: 'Falta' })
    expect(await enroll({ hubUrl, ...request })).toEqual({ waiting: 'awaiting_approval: Falta' })
  })

  it.each([
    [429, { error: 'rate_limited', message: 'Espera' }, 'rate_limited: Espera'],
    [503, '<html>', 'status 503'],
  ])('tries later after a %i', async (status, body, message) => {
    expect(await enroll({ hubUrl: await answering(status, body), ...request })).toEqual({
      retry: message,
    })
  })

  it('tries later when the answer is not that of a hub', async () => {
    expect(await enroll({ hubUrl: await answering(200, { ok: true }), ...request })).toEqual({
      retry: expect.stringContaining('EDGE_HUB_URL'),
    })
  })

  it('does not send the token to where it is redirected', async () => {
    const hubUrl = await answering(308, '', { location: 'https://elsewhere.example/' })
    expect(await enroll({ hubUrl, ...request })).toEqual({
      retry: expect.stringContaining('https://elsewhere.example/'),
    })
  })

  it('tries later when the hub cannot be reached, and does not log the token', async () => {
    const hubUrl = await answering(200, {})
    await new Promise((resolve) => server.close(resolve))
    const result = await enroll({ hubUrl, ...request })
    expect(result).toEqual({ retry: 'hub not reached: ECONNREFUSED' })
  })

  it('reads no more of an answer than a hub gives', async () => {
    const hubUrl = await answering(200, 'x'.repeat(200_000))
    expect(await enroll({ hubUrl, ...request })).toEqual({
      retry: 'hub not reached: its answer is too long',
    })
  })

  it.each([
    ['ends in the middle', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'],
    ['changes the protocol', 'HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ])('tries later when the answer %s', async (_, answer) => {
    const hubUrl = await answering(200, {})
    server.removeAllListeners('request').on('request', ({ socket }) => socket.end(answer))
    expect(await enroll({ hubUrl, ...request })).toEqual({
      retry: expect.stringContaining('hub not reached'),
    })
  })

  it('names the clock as the cause when a certificate is not valid yet', async () => {
    const hubUrl = await answering(200, {})
    const fault = Object.assign(new Error('certificate'), { code: 'CERT_NOT_YET_VALID' })
    const post = () => Promise.reject(fault)
    expect(await enroll({ hubUrl, ...request, post })).toEqual({
      retry: expect.stringContaining('clock'),
    })
  })
})
