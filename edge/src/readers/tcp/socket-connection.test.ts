import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createManualTime } from '../../testing/manual-time.ts'
import { socketConnection } from './socket-connection.ts'

const patient = { timeout: 10_000, interval: 5 }

it('is closed within a second although the peer takes nothing of what was sent', async () => {
  const time = createManualTime({ mono: 1000 })
  const server = createServer({ pauseOnConnect: true })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  const [peer] = await accepted
  const attempt = { isCurrent: true, lost() {} }
  const connection = socketConnection(socket, time, attempt, () => {})
  // Until the kernel takes no more, and a little waits here.
  for (let settled = 0; settled < 20;) {
    if (socket.writableLength === 0) connection.send(Buffer.alloc(16_384))
    await new Promise((resolve) => setImmediate(resolve))
    settled = socket.writableLength === 0 ? 0 : settled + 1
  }
  const isClosed = vi.fn()
  void connection.close().then(isClosed)
  time.advance(1000)
  await vi.waitFor(() => expect(isClosed).toHaveBeenCalled(), patient)
  peer.destroy()
  server.close()
})
