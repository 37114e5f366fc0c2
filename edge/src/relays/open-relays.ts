import type { CommandResultData, RelaysState } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import type { PulseBoards, PulseBoardsOptions } from './modbus/pulse-boards.ts'
import { openRelayDriver } from './open-driver.ts'
import { RelayBoard, type RelayBoardOptions } from './relay-board.ts'
import type { RelaysConfig } from './relay-config.ts'
import { openRetryingDriver } from './retrying-driver.ts'

export interface RelaysOptions extends Pick<RelayBoardOptions, 'bootId' | 'monotonic' | 'begin'> {
  config: RelaysConfig
  timers: Timers
  log: Logger
  report: (result: CommandResultData) => void
  /** Called when `state` has changed; `detail` is the fault that is new, if it is one. */
  onChange: (detail: string | undefined) => void
}

/** All relays of this edge and what they are, for its status. */
export interface OpenRelays {
  relays: RelayBoard
  state(): RelaysState
}

/**
 * Opens the relays with every one of them off. Those of boards follow as soon as their buses are there;
 * until then nobody knows what they are.
 *
 * @throws ConfigError
 */
export async function openRelays(options: RelaysOptions): Promise<OpenRelays> {
  const { config, log, timers, monotonic, onChange } = options
  const { lines, interlock, boards: configs = [] } = config
  const driver = await openRetryingDriver({
    config,
    open: () => openRelayDriver(config, log),
    timers,
    log,
    onChange,
  })
  let faults = ''
  const boards = await openBoards({
    configs,
    monotonic,
    timers,
    log,
    onAutoOff: (name, end) => relays.reportAutoOff(name, end),
    onChange() {
      const named = boards?.states() ?? []
      const now = named.flatMap(({ name, error }) => (error ? [`${name}: ${error}`] : []))
      if (now.join('; ') === faults) return
      faults = now.join('; ')
      onChange(now[0])
    },
  })
  const relays = new RelayBoard({ ...options, lines, interlock, driver, boards })
  relays.start()
  boards?.start()

  function state(): RelaysState {
    const ofPins = driver.state()
    if (boards === undefined) return ofPins
    const named = [...(ofPins.named ?? []), ...boards.states()]
    return { ...ofPins, driver: lines.length === 0 ? 'modbus' : ofPins.driver, named }
  }

  return { relays, state }
}

/** Only an edge with boards loads what speaks to them. */
async function openBoards(options: PulseBoardsOptions): Promise<PulseBoards | undefined> {
  if (options.configs.length === 0) return undefined
  const { PulseBoards: Boards } = await import('./modbus/pulse-boards.ts')
  return Boards.open(options)
}
