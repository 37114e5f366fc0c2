import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Stands between browsers and a hub, counts what the wire carries, and can be cut like a wire. For
 * tests and benches.
 */
export interface CountingProxy {
  url: string
  /** Bytes of the hub to browsers so far, on connections that began with this path. */
  bytesTo(path: string): number
  /** Ends what runs through it, and refuses what comes until `mend`. */
  cut(): void
  mend(): void
  stop(): void
}

/** A proxy of the hub at this address. */
export async function startCountingProxy(hubUrl: string): Promise<CountingProxy> {
  const open = new Set<Socket>()
  const received: { path: string; bytes: number }[] = []
  let isCut = false
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  const { hostname, port } = new URL(hubUrl)

  const server = createServer((browser) => {
    if (isCut) return void browser.destroy()
    const hub = connect(Number(port), hostname)
    const count = { path: '', bytes: 0 }
    received.push(count)
    browser.once('data', (head) => {
      count.path = head.toString('latin1').split(' ', 2)[1] ?? ''
    })
    hub.on('data', (chunk) => {
      count.bytes += chunk.length
    })
    for (const [from, to] of [
      [browser, hub],
      [hub, browser],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.once('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytesTo: (path) =>
      received
        .filter((one) => one.path.startsWith(path))
        .reduce((sum, { bytes }) => sum + bytes, 0),
    cut() {
      isCut = true
      endAll()
    },
    mend() {
      isCut = false
    },
    stop() {
      server.close()
      endAll()
    },
  }
}
