import { connect } from 'node:net'

const ANSWER_WITHIN_MS = 60_000

export interface RawAnswer {
  status: number
  /** Lower case. */
  headers: Record<string, string>
  body: string
}

/**
 * Sends these bytes over a connection of its own, and resolves with all that came back until the hub
 * closed it: requests that are meant to be closed say so.
 *
 * @throws Error when the hub neither answers nor closes.
 */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
  // A reset while we still write is an end like another.
  socket.on('error', () => socket.destroy())
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // Without an end of ours: to a server that streams an answer it says that nobody waits for it.
  socket.write(bytes, 'latin1')
  let isLate = false
  socket.setTimeout(ANSWER_WITHIN_MS, () => {
    isLate = true
    socket.destroy()
  })
  await closed
  if (isLate) throw new Error(`no end within ${ANSWER_WITHIN_MS} ms of ${bytes.slice(0, 200)}`)
  return answer
}

/** The answers in these bytes, by their own lengths; what is left over is one of status 0. */
export function answersIn(bytes: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end === -1 ? undefined : end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    if (status === 0 || end === -1) return [...answers, { status: 0, headers: {}, body: rest }]
    const { body, after } = bodyOf(rest.slice(end + 4), headers)
    answers.push({ status, headers, body })
    rest = after
  }
  return answers
}

function bodyOf(bytes: string, headers: Record<string, string>): { body: string; after: string } {
  if (headers['transfer-encoding'] === 'chunked') {
    let body = ''
    let rest = bytes
    for (;;) {
      const line = rest.indexOf('\r\n')
      const size = Number.parseInt(rest.slice(0, line), 16)
      if (line === -1 || !(size > 0)) return { body, after: rest.slice(line + 4) }
      body += rest.slice(line + 2, line + 2 + size)
      rest = rest.slice(line + 4 + size)
    }
  }
  const length = Number(headers['content-length'] ?? bytes.length)
  return { body: bytes.slice(0, length), after: bytes.slice(length) }
}
