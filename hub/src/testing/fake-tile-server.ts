import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tilePicture } from './one-picture-tiles.ts'

type Answer = (req: IncomingMessage, res: ServerResponse) => void

export type FakeTileServer = Awaited<ReturnType<typeof openFakeTileServer>>

/** A tile server on a free port of 127.0.0.1 that answers with one picture, or as a test says. */
export async function openFakeTileServer() {
  const picture = await tilePicture('teal')
  const requests: IncomingMessage[] = []
  const good: Answer = (_, res) => void res.setHeader('content-type', 'image/png').end(picture)
  let answer = good
  const server = createServer((req, res) => {
    requests.push(req)
    answer(req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    picture,
    /** Every request so far. */
    requests,
    origin: `http://127.0.0.1:${port}`,
    template: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    /** Sets how it answers from now on; without an argument with the picture again. */
    answerWith(next: Answer = good): void {
      answer = next
    },
    /** Answers with the picture and these headers. */
    answerWithHeaders(headers: Record<string, string>): void {
      answer = (req, res) => {
        for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
        good(req, res)
      }
    },
    /** Answers with this status and body. */
    answerWithStatus(status: number, body: string | Buffer = '', headers = {}): void {
      answer = (_, res) => void res.writeHead(status, headers).end(body)
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
