import { gunzipSync } from 'node:zlib'
import { Agent, get } from 'node:http'
import type { AgentList } from '@vehicle-control/protocol'
import { io } from 'socket.io-client'

/** What the process of the browsers is to do. */
export interface BrowsersTask {
  url: string
  /** A session each for so many browsers. */
  tokens: string[]
  browsers: number
  pollEveryMs: number
}

export interface BrowsersReport {
  connected: number
  /** Events that all of them have heard together. */
  events: number
  polls: number
  /** Polls that were answered 304. */
  unchanged: number
  failed: number
  /** Agents of the last answer, and its bytes on the wire. */
  agents: number
  bytes: number
}

const REPORT_EVERY_MS = 200

process.on('message', ({ url, tokens, browsers, pollEveryMs }: BrowsersTask) => {
  const report: BrowsersReport = {
    connected: 0,
    events: 0,
    polls: 0,
    unchanged: 0,
    failed: 0,
    agents: 0,
    bytes: 0,
  }
  setInterval(() => process.send?.(report), REPORT_EVERY_MS)
  for (let n = 0; n < browsers; n++) {
    const token = tokens[n % tokens.length] ?? ''
    const socket = io(url, {
      auth: { token, batch: true },
      transports: ['websocket'],
      forceNew: true,
    })
    socket.on('connect', () => report.connected++)
    socket.on('disconnect', () => report.connected--)
    socket.on('rfid:tags', (events: unknown[]) => (report.events += events.length))
    const poll = poller(url, token, report)
    // Not in step, as they were not opened in step.
    setTimeout(() => setInterval(poll, pollEveryMs), (n / browsers) * pollEveryMs)
  }
})

/** Asks for the status as a browser does: over one connection, compressed, by the ETag it has. */
function poller(url: string, token: string, report: BrowsersReport): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let etag = ''
  return () => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip',
      ...(etag !== '' && { 'if-none-match': etag }),
    }
    const request = get(new URL('/api/agents/status', url), { agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        report.polls++
        if (answer.statusCode === 304) report.unchanged++
        else if (answer.statusCode !== 200) report.failed++
        else {
          etag = answer.headers.etag ?? ''
          const body = Buffer.concat(chunks)
          report.bytes = body.length
          // One of them looks into it: the others would only take the processor from the hub.
          if (report.agents > 0) return
          report.agents = (JSON.parse(gunzipSync(body).toString()) as AgentList).agents.length
        }
      })
    })
    request.on('error', () => report.failed++)
  }
}
