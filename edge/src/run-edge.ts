import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol'
import pino from 'pino'
import { loadConfig } from './config.ts'
import { type Edge, startEdge } from './edge.ts'
import { connectServiceManager } from './health/sd-notify.ts'
import { startWatchdog } from './health/watchdog.ts'
import { makeFilesPrivate } from './private-files.ts'
import { linkRisks } from './sync/link-risks.ts'

const SUMMARY_EVERY_MS = 60_000
const LAST_LINES_MS = 1000

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/**
 * Signals that end a process unless it handles them; systemd's watchdog sends SIGABRT. After a
 * crash (SIGSEGV and the like) no code of this process runs: then relays-off switches the relays
 * off.
 */
const LAST_SIGNALS = [
  'SIGABRT',
  'SIGQUIT',
  'SIGALRM',
  'SIGVTALRM',
  'SIGUSR2',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGIO',
  'SIGPWR',
  'SIGSTKFLT',
] as const

async function start(): Promise<void> {
  const config = loadConfig(process.env)
  makeFilesPrivate(config.dataDir)
  const output = pino.destination()
  const log = pino({ level: config.logLevel, base: { agent: config.agentCode } }, output)
  const manager = await connectServiceManager({ log, env: process.env })
  let edge: Edge | null = null

  async function stop(): Promise<void> {
    manager.stopping()
    await edge?.stop()
    process.exit(0)
  }
  // A pin keeps its level when the process is gone.
  function relaysOff(): void {
    edge?.relaysOff()
    try {
      output.flushSync()
    } catch {
      // Nobody reads the log.
    }
  }
  // Also after an error or a second signal.
  process.on('exit', relaysOff)
  for (const signal of STOP_SIGNALS) {
    process.once(signal, () => {
      // A second signal means now.
      process.once(signal, () => process.exit(1))
      stop().catch(fail)
    })
  }
  for (const signal of LAST_SIGNALS) {
    process.once(signal, () => {
      // Not with the log's lines: where nobody reads them, that writes for ever.
      edge?.relaysOff()
      const end = () => {
        // A start that was under way may have switched one on meanwhile.
        edge?.relaysOff()
        // The handler is gone: now the default action of the signal follows.
        process.kill(process.pid, signal)
      }
      // It would lose the line that a thread is writing. Nobody may read the log: not for long.
      output.once('drain', end)
      setTimeout(end, LAST_LINES_MS)
      log.warn({ signal }, 'ended by a signal')
    })
  }

  edge = await startEdge(config, log, fail)
  const running = edge
  manager.ready()
  startWatchdog({ manager, isHealthy: () => running.isHealthy(), log })
  setInterval(() => manager.status(running.summary()), SUMMARY_EVERY_MS)
  for (const risk of linkRisks(config, process.env)) log.warn(risk)
  if (config.readers.length === 0) {
    log.warn('EDGE_CONFIG is not set: no reader is read and no relay moved until it names a file')
  }
  log.info({ readers: config.readers.map((r) => r.id) }, 'edge started')
}

/**
 * Exits with 78 for a bad configuration, which no restart fixes, and with 1 for any other error.
 */
function fail(error: unknown): never {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(EXIT_CONFIG)
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

/** Runs the edge until a signal or a fault ends the process. */
export function runEdge(): void {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  start().catch(fail)
}
