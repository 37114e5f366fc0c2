import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** What stands before many hubs: one address, and a hub behind it. For tests. */
export interface Balancer {
  url: string
  /** Sends new connections to this port of 127.0.0.1. */
  target(port: number): void
  stop(): void
}

export async function startBalancer(): Promise<Balancer> {
  let port = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const hub = connect(port, '127.0.0.1')
    for (const socket of [client, hub]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    pipeline(client, hub, client).catch(() => {
      // A hub that is dead ends its connections: that is what it is here for.
      client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: (to) => void (port = to),
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
