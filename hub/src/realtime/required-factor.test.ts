import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { createTestHub, silent } from '../testing/test-hub.ts'
import { createBrowserSockets } from './browser-sockets.ts'

test('refuses an account without the factor that its role needs, but no wall screen', async () => {
  const hub = await createTestHub()
  const server = createServer()
  const sockets = createBrowserSockets({
    server,
    db: hub.db,
    bus: hub.bus,
    log: silent,
    rfidStatus: () => ({ connected: true, simulate: true, port: 'sim' }),
    publicOrigin: null,
    secondFactorRoles: ['operator'],
    knowsHost: () => true,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answerTo = async (token: string) => {
    const options = { auth: { token }, transports: ['websocket'], reconnection: false }
    const client = io(`http://127.0.0.1:${port}`, { ...options, forceNew: true })
    const answer = await new Promise<string>((resolve) => {
      client.once('connect', () => resolve('connected'))
      client.once('connect_error', (error) => resolve(error.message))
    })
    client.disconnect()
    return answer
  }
  try {
    expect(await answerTo(await hub.tokenOf('operator'))).toBe('second_factor_required')
    expect(await answerTo(await hub.tokenOf('operator', true))).toBe('connected')
    expect(await answerTo(await hub.tokenOf('admin'))).toBe('connected')
  } finally {
    sockets.stop()
    server.close()
    await hub.close()
  }
})
