import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol/errors'
import pino, { type Logger } from 'pino'
import { loadRelays } from './relays/load-relays.ts'
import type { BoardConfig } from './relays/board-config.ts'
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
  const { boards = [] } = relays
  // Pins first: they are quick, and no timer ends what they hold on.
  const arePinsOff = await switchAllOff(relays.lines, open, log)
  const named = boards.flatMap(({ lines }) => lines.map(({ name }) => name))
  const areBoardsOff = boards.length === 0 || (await switchOff(boards, log))
  if (arePinsOff && areBoardsOff) log.info({ pins, named }, 'the relays are off')
  // Buses that do not answer would be tried for ever.
  process.exit(arePinsOff && areBoardsOff ? 0 : 1)
}

/** Loaded only where there are boards: a pin needs nothing of it. */
async function switchOff(boards: BoardConfig[], log: Logger): Promise<boolean> {
  const { switchBoardsOff } = await import('./relays/modbus/switch-boards-off.ts')
  return switchBoardsOff(boards, log)
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1
})
