import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { PHOTO_MAX_BYTES } from '@vehicle-control/protocol'
import { PLAN_MAX_BYTES } from '@vehicle-control/protocol/site-plan'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bodyTimeoutMs, BODY_TIMEOUT } from './body-timeout.ts'
import { createWebServer, listen, type WebServer } from './http-server.ts'

/** As in use, with the time for every request cut to a tenth of a second. */
const SHORT = { ...BODY_TIMEOUT, leastMs: 100 }
const LONGER_MS = 10 * SHORT.leastMs

let server: WebServer
let port: number
beforeEach(async () => {
  const countBytes = async (asked: Request) =>
    new Response(String((await asked.arrayBuffer()).byteLength))
  server = createWebServer(null, countBytes, SHORT)
  port = await listen(server, 0, '127.0.0.1')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('gives a photo, and the plan of a site, the time that 1 Mbit/s takes, and more', () => {
  for (const bytes of [PHOTO_MAX_BYTES, PLAN_MAX_BYTES]) {
    expect(bodyTimeoutMs(bytes, BODY_TIMEOUT)).toBeGreaterThan((2 * bytes * 8) / 1000)
  }
  expect(bodyTimeoutMs(1000, BODY_TIMEOUT)).toBeLessThan(31_000)
})

it('lets a photo arrive that takes much longer than other requests may', async () => {
  const headers = { 'content-length': PHOTO_MAX_BYTES }
  const call = request({ host: '127.0.0.1', port, method: 'POST', headers })
  call.write(Buffer.alloc(PHOTO_MAX_BYTES / 2))
  await delay(LONGER_MS)
  call.end(Buffer.alloc(PHOTO_MAX_BYTES / 2))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  expect(await text(answer)).toBe(String(PHOTO_MAX_BYTES))
})

it('ends a short request that does not come to its end, with words', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
})
