import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports of the kernel, so that no outgoing connection takes one meanwhile. */
const FIRST = 20_000
const LAST = 32_000

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    const server = createServer()
    const isFree = new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true))
      server.once('error', () => resolve(false))
    })
    server.listen(port, '127.0.0.1')
    if (!(await isFree)) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
