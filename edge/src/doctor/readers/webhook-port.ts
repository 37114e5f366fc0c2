import { createServer } from 'node:net'
import { fault, type Finding, ok } from '../finding.ts'
import { codeOf, probeConnection } from '../probe-connection.ts'

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** The port where a reader's webhook listens: the running edge answers there, else it is free. */
export async function checkWebhook(at: {
  reader: string
  host?: string | undefined
  port: number
  edgePid: number | null
}): Promise<Finding[]> {
  const { reader: subject, host = '127.0.0.1', port, edgePid } = at
  const check = 'webhook-port'
  const where = `${host}:${port}`
  if (edgePid !== null) {
    const near = EVERYWHERE.has(host) ? '127.0.0.1' : host
    const reached = await probeConnection({ host: near, port, isTls: false })
    if (!('fault' in reached)) return [ok(check, `el webhook escucha en ${where}`, subject)]
    const text = `el edge está en marcha, pero en ${where} no contesta nadie (${reached.fault})`
    const fix = 'reinicie el edge; si sigue así, mire su registro'
    return [fault({ check, subject, text, fix })]
  }
  const code = await listenOnce(host, port)
  if (code === null) return [ok(check, `el puerto ${where} está libre`, subject)]
  const text = `el webhook no puede escuchar en ${where} (${code})`
  const fix = `sudo ss -ltnp 'sport = :${port}' dice quién lo tiene; cambie "port" o "host" en EDGE_CONFIG`
  return [fault({ check, subject, text, fix })]
}

/** The code of why nobody can listen there now; null where one can. */
export function listenOnce(host: string, port: number): Promise<string | null> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', (error) => done(codeOf(error)))
    server.listen(port, host, () => server.close(() => done(null)))
  })
}
