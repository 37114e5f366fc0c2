import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol/errors'
import pino from 'pino'
import { loadRelays } from './relays/load-relays.ts'
import { openRelayDriver } from './relays/open-driver.ts'
import { switchAllOff } from './relays/switch-all-off.ts'

/**
 * Switches every relay of EDGE_CONFIG off and ends, for when the edge itself could not, as after
 * SIGKILL. It needs neither the outbox nor a network, nor any other part of the configuration.
 */
async function main(): Promise<void> {
  const relays = loadRelays(process.env)
  if (relays === null) return
  const log = pino({ base: { part: 'relays-off' } })
  const open = (lines: typeof relays.lines) => openRelayDriver({ ...relays, lines }, log)
  const pins = relays.lines.map((line) => line.pin)
  if (await switchAllOff(relays.lines, open, log)) log.info({ pins }, 'the relays are off')
  else process.exitCode = 1
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1
})
