import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebServer, listen, type WebServer } from './http-server.ts'
import { makeCertificate } from './testing/own-certificate.ts'

let folder: string
let server: WebServer
let port: number
let cert: Buffer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-tls-'))
  // RSA: only such a certificate could be served without ECDHE.
  const own = makeCertificate(folder, { name: 'DNS:localhost', kind: ['rsa:2048'] })
  cert = own.cert
  const tls = { cert, key: readFileSync(own.keyFile) }
  server = createWebServer(tls, () => new Response('ok'))
  port = await listen(server, 0, '127.0.0.1')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** The suite that a client with these offers gets, or the reason why it gets none. */
async function suiteOf(offer: ConnectionOptions): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, ca: cert, servername: 'localhost', ...offer })
  try {
    await once(socket, 'secureConnect')
    return socket.getCipher().name
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    socket.destroy()
  }
}

const ONLY_1_2 = { maxVersion: 'TLSv1.2' } as const

test.each([
  ['RSA key exchange', 'AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA:AES256-SHA'],
  ['CBC', 'ECDHE-RSA-AES128-SHA:ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384'],
])('speaks with nobody who offers %s only', async (_, ciphers) => {
  // Node itself would offer none of them at its usual level.
  const offer = { ...ONLY_1_2, ciphers: `${ciphers}:@SECLEVEL=0` }
  expect(await suiteOf(offer)).toMatch(/HANDSHAKE_FAILURE$/)
})

test('speaks with nobody who knows no more than TLS 1.1', async () => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
  expect(await suiteOf(old)).toMatch(/PROTOCOL_VERSION/)
})

test('takes TLS 1.3, and 1.2 in its own order', async () => {
  expect(await suiteOf({})).toBe('TLS_AES_128_GCM_SHA256')
  const ciphers = 'ECDHE-RSA-CHACHA20-POLY1305:AES128-SHA:ECDHE-RSA-AES128-GCM-SHA256'
  expect(await suiteOf({ ...ONLY_1_2, ciphers })).toBe('ECDHE-RSA-AES128-GCM-SHA256')
  const call = request({ host: '127.0.0.1', port, ca: cert, servername: 'localhost', ...ONLY_1_2 })
  call.end()
  const [answer] = await once(call, 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
})
