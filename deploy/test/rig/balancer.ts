import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

/** What stands before many hubs: one address, and a hub behind it. For tests. */
export interface Balancer {
  url: string
  /** Sends new connections to this port of 127.0.0.1, and those that were kept waiting. */
  target(port: number): void
  /** Keeps new connections waiting: an agent would come back later after each that is refused. */
  hold(): void
  stop(): void
}

export async function startBalancer(): Promise<Balancer> {
  let port: number | null = null
  const open = new Set<Socket>()
  const waiting = new Set<Socket>()

  function keep(socket: Socket): void {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
  }

  function join(client: Socket, to: number): void {
    const hub = connect(to, '127.0.0.1')
    keep(hub)
    pipeline(client, hub, client).catch(() => {
      // A hub that is dead ends its connections: that is what it is here for.
      client.destroy()
    })
  }

  const server = createServer((client) => {
    keep(client)
    if (port === null) waiting.add(client.on('error', () => client.destroy()))
    else join(client, port)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target(to) {
      port = to
      for (const client of waiting) join(client, to)
      waiting.clear()
    },
    hold: () => void (port = null),
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
