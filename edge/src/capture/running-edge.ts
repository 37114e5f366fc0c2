import { createInterface } from 'node:readline'
import { connectLocal } from '../local-socket/connect-local.ts'
import { type CaptureEvents, type CaptureSource } from './capture-source.ts'
import { CaptureLine } from './capture-line.ts'

/**
 * A capture through the edge that serves this socket; null when none does.
 *
 * @throws Error whose code says why the socket of a running edge cannot be used.
 */
export async function captureOfRunningEdge(
  path: string,
  reader: string,
  { onLine, onEnd }: CaptureEvents,
): Promise<CaptureSource | null> {
  const socket = await connectLocal(path)
  if (socket === null) return null
  let reason = 'el edge se ha detenido'
  let isOurs = false
  socket.on('error', (error) => (reason = `se cortó la conexión con el edge: ${error.message}`))
  socket.once('close', () => {
    if (!isOurs) onEnd(reason)
  })
  const lines = createInterface({ input: socket })
  // It repeats the error of its socket, and one that nobody hears would end the process.
  lines.on('error', () => {})
  lines.on('line', (text) => {
    const line = parse(text)
    if (line === null) return
    if ('error' in line) reason = line.error
    else onLine(line)
  })
  socket.write(`${JSON.stringify({ reader })}\n`)
  return {
    async stop() {
      isOurs = true
      socket.destroy()
    },
  }
}

function parse(text: string): CaptureLine | null {
  try {
    return CaptureLine.parse(JSON.parse(text))
  } catch {
    // Of another version, or cut as the edge ended.
    return null
  }
}
