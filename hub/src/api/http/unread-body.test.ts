import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWebServer, listen, type WebServer } from '../../http-server.ts'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

const MIB = 1024 * 1024
/** Of a body that is sent slowly. */
const PIECES = 32
/** The server's HTTP library cuts a connection that still sends so long after the answer. */
const LIBRARY_PATIENCE_MS = 500

let hub: TestHub
let server: WebServer
let port: number
let token: string
beforeEach(async () => {
  hub = await createTestHub()
  token = await hub.tokenOf('admin')
  server = createWebServer(null, hub.app.fetch)
  port = await listen(server, 0, '127.0.0.1')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await hub.close()
})

async function open(path: string, bytes: number, bearer = token): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const type = 'multipart/form-data; boundary=x'
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `Authorization: Bearer ${bearer}\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  return socket
}

/** Sends a body as a slow link does, and then looks for the answer, as browsers do. */
async function sendSlowly(socket: Socket, bytes: number): Promise<string> {
  const piece = Buffer.alloc(bytes / PIECES)
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (!socket.write(piece)) await once(socket, 'drain')
    await delay((LIBRARY_PATIENCE_MS * 2) / PIECES)
  }
  return await text(socket)
}

it('a photo of 20 MB is refused with words, and not by a closed connection', async () => {
  const socket = await open('/api/upload/image', 20 * MIB)
  const answer = await sendSlowly(socket, 20 * MIB)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('La foto supera 5 MB; reduce su tamaño')
})

it('so is one whose sender has no session, or whose call does not exist', async () => {
  const answers = [
    sendSlowly(await open('/api/upload/image', 4 * MIB, 'none'), 4 * MIB),
    sendSlowly(await open('/api/upload/video', 4 * MIB), 4 * MIB),
  ]
  const [refused, unknown] = await Promise.all(answers)
  expect(refused).toMatch(/^HTTP\/1\.1 401 /)
  expect(unknown).toMatch(/^HTTP\/1\.1 413 /)
})

it('a body that nobody sends by mistake is answered at once and not waited for', async () => {
  const socket = await open('/api/upload/image', 65 * MIB)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /)
})

it('a sender who goes away leaves nothing waiting', async () => {
  const socket = await open('/api/upload/image', 20 * MIB)
  socket.write(Buffer.alloc(MIB))
  socket.destroy()
  await expect.poll(() => connections()).toBe(0)
})

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
