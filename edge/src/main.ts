import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol'
import pino from 'pino'
import { loadConfig } from './config.ts'
import { type Edge, startEdge } from './edge.ts'
import { connectServiceManager } from './health/sd-notify.ts'
import { startWatchdog } from './health/watchdog.ts'

const SUMMARY_EVERY_MS = 60_000

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = pino({ level: config.logLevel, base: { agent: config.agentCode } })
  const manager = await connectServiceManager({ log, env: process.env })
  let edge: Edge | null = null

  async function stop(): Promise<void> {
    manager.stopping()
    await edge?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // A second signal means now.
      process.once(signal, () => process.exit(1))
      stop().catch(fail)
    })
  }

  edge = await startEdge(config, log, fail)
  const running = edge
  // Also after an error or a second signal: a pin keeps its level when the process is gone.
  process.on('exit', () => running.relaysOff())
  manager.ready()
  startWatchdog({ manager, isHealthy: () => running.isHealthy(), log })
  setInterval(() => manager.status(running.summary()), SUMMARY_EVERY_MS)
  if (config.readers.length === 0) {
    log.warn('EDGE_CONFIG is not set: no reader is read and no relay moved until it names a file')
  }
  log.info({ readers: config.readers.map((r) => r.id) }, 'edge started')
}

/** Ends with 78 for a bad configuration, which no restart mends, and with 1 for our own faults. */
function fail(error: unknown): never {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(EXIT_CONFIG)
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
main().catch(fail)
