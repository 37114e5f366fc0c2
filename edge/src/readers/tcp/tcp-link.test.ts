import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { readerContext } from '../../testing/reader-context.ts'
import { createTcpLink } from './tcp-link.ts'

const CHUNK = Buffer.alloc(64 * 1024)
/** More than the kernels at both ends hold. */
const CHUNKS = 1000

it('gives up a peer that takes nothing of what it is sent, and lets it go', async () => {
  const peers: Socket[] = []
  const server = createServer((socket) => {
    peers.push(socket.on('error', () => {}).pause())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const context = readerContext({ backoffFirstMs: 60_000 })
  let isOpen = false
  const link = createTcpLink(
    { ...context, host: '127.0.0.1', port },
    { onOpen: () => (isOpen = true), onData() {}, onLost: () => (isOpen = false), onWarning() {} },
  )
  link.start()
  await vi.waitFor(() => expect(isOpen).toBe(true))
  const flood = () => {
    for (let i = 0; i < CHUNKS; i++) link.send(CHUNK)
  }
  expect(flood).toThrow('takes nothing')
  expect(isOpen).toBe(false)
  expect(link.error()?.message).toMatch('takes nothing')
  await link.stop()
  for (const peer of peers) peer.destroy()
  server.close()
})
