import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol'
import { destination, pino } from 'pino'
import { runAgents } from './cli/agents.ts'
import { runAudit } from './cli/audit.ts'
import { runBackup, runCopyTo, runRestore } from './cli/backup.ts'
import { runUsers } from './cli/users.ts'
import { type Config, loadConfig } from './config/config.ts'
import { keepLines, LogRing } from './diagnostics/log-ring.ts'
import { connectServiceManager } from './service-manager.ts'
import { RUNNING } from './version.ts'

const redact = ['authorization', 'cookie', 'token', 'apiKey', 'password', 'newPassword'].flatMap(
  (name) => [name, `*.${name}`, `*.*.${name}`],
)

/** What the command line can do; each prints its result and returns the exit code. */
const commands = new Map([
  ['users', runUsers],
  ['agents', runAgents],
  ['audit', runAudit],
  ['backup', runBackup],
  ['restore', runRestore],
  ['copy-to', runCopyTo],
])

async function main([name, ...args]: readonly string[]): Promise<void> {
  // The hub's files hold keys and movements: only its own account may read them.
  process.umask(0o077)
  // Before the configuration is read: whoever asks may be repairing it.
  if (name === '--version') {
    process.stdout.write(`${RUNNING.version}\n`)
    return
  }
  const config = loadConfig(process.env)
  const command = commands.get(name ?? '')
  if (command !== undefined) {
    process.exitCode = await command(args, config)
  } else if (name === undefined) {
    await serveUntilSignal(config)
  } else {
    const known = [...commands.keys()].join(', ')
    process.stderr.write(`unknown command «${name}»; known: ${known}\n`)
    process.exitCode = 1
  }
}

async function serveUntilSignal(config: Config): Promise<void> {
  const ring = new LogRing()
  const log = pino({ level: config.logLevel, redact }, keepLines(ring, destination(1)))
  // A state that nobody foresaw is not worth keeping: systemd starts a clean process.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
  }
  // Here, so that a command does not load what only a running hub needs.
  const { startHubWith } = await import('./hub.ts')
  const parts = { config, log, recentLines: () => ring.lines() }
  const hub = await startHubWith(parts).catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    log.fatal({ err: error }, 'the hub cannot start')
    process.exit(1)
  })
  log.info({ url: hub.url }, 'listening')
  const manager = await connectServiceManager(process.env, log)
  manager.ready()
  // Shows the event loop alone: an unavailable database is no reason to end the hub.
  if (manager.watchdogIntervalMs !== null)
    setInterval(() => manager.alive(), manager.watchdogIntervalMs)

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // The same signal again stops at once. The other one does not: Ctrl-C reaches all processes
      // of a group, and whoever started us then sends SIGTERM as well.
      process.once(signal, () => process.exit(1))
      log.info({ signal }, 'stopping')
      manager.stopping()
      hub.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'the hub did not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = EXIT_CONFIG
}
