import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { EdgeMetrics } from './edge-metrics.ts'

export interface ServedMetrics {
  /** Where it listens; a port of 0 was chosen by the system. */
  port: number
  stop(): void
}

/**
 * Serves /metrics at 127.0.0.1, for a Prometheus agent on this device. Null where the port cannot be
 * had: the edge must read tags even without metrics.
 */
export async function serveMetrics(
  port: number,
  metrics: EdgeMetrics,
  log: Logger,
): Promise<ServedMetrics | null> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      ({ body, contentType }) => response.writeHead(200, { 'content-type': contentType }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    log.error({ port, err: error }, 'EDGE_METRICS_PORT cannot be had: there are no metrics')
    return null
  }
  const { port: chosen } = server.address() as AddressInfo
  log.info({ url: `http://127.0.0.1:${chosen}/metrics` }, 'metrics are served')
  return {
    port: chosen,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
