import type { InputState, TelemetryData } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { Paced } from '../clock/paced.ts'
import type { InputConfig } from './input-config.ts'
import { InputLine } from './input-line.ts'
import { type InputRelays, type InputRule, ruleOf } from './input-rule.ts'
import { openInputPort, type PortContext } from './open-port.ts'

const ERROR_MAX_LENGTH = 512
/** A contact that chatters must not fill the outbox: its state is told once in this time. */
const TELL_EVERY_MS = 1000
/** Of its changes so many are samples in a row: the traffic of a busy minute, door by door. */
const SAMPLES_BURST = 60
const SAMPLE_EVERY_MS = 2000

export interface InputsOptions extends PortContext {
  inputs: readonly InputConfig[]
  board: InputRelays
  timers: Timers
  log: Logger
  onSample: (sample: TelemetryData) => void
  /** The state of an input is another one. */
  report: (detail: string) => void
  /** Tests pass their own lines. */
  openPort?: typeof openInputPort
}

interface Watched {
  config: InputConfig
  line: InputLine
  rule: InputRule
  stopTelling: () => void
}

/** The input lines of this edge, and what they do to its relays. It needs no hub. */
export class Inputs {
  readonly #watched: readonly Watched[]

  constructor(options: InputsOptions) {
    const { board, timers } = options
    this.#watched = options.inputs.map((config) => {
      const rule = ruleOf(config, board, timers)
      return { config, rule, ...lineOf(config, rule, options) }
    })
  }

  /** From now on they move relays. What blocks does so until its line has been read. */
  start(): void {
    for (const { rule } of this.#watched) rule.onChange(null, null, 0)
    for (const { line } of this.#watched) line.start()
  }

  /** Releases the lines; idempotent. */
  stop(): void {
    for (const { line, rule, stopTelling } of this.#watched) {
      line.stop()
      rule.stop()
      stopTelling()
    }
  }

  states(): InputState[] {
    return this.#watched.map(({ config: { id, pin, rule }, line: { active, error } }) => {
      return { id, pin, rule, active, error: error?.slice(0, ERROR_MAX_LENGTH) }
    })
  }
}

function lineOf(
  config: InputConfig,
  rule: InputRule,
  options: InputsOptions,
): Pick<Watched, 'line' | 'stopTelling'> {
  const { monotonic, timers, log, openPort = openInputPort } = options
  const { id, debounceMs } = config
  let rest: (() => void) | null = null
  let isDue = false
  const samples = new Paced<boolean>({
    timers,
    burst: SAMPLES_BURST,
    everyMs: SAMPLE_EVERY_MS,
    tell(active) {
      log.info({ input: id, rule: config.rule, active }, 'input')
      options.onSample({ type: 'input', source: id, value: active ? 1 : 0, unit: '' })
    },
  })

  function tell(): void {
    isDue = rest !== null
    if (isDue) return
    rest = timers.after(TELL_EVERY_MS, () => {
      rest = null
      if (isDue) tell()
    })
    options.report(`${id}: ${wordOf(line)}`)
  }

  const line: InputLine = new InputLine({
    id,
    debounceMs,
    open: () => openPort(config, options),
    monotonic,
    timers,
    log,
    onChange(active, before, at) {
      rule.onChange(active, before, at)
      if (active !== null) samples.changed(active)
      tell()
    },
  })
  function stopTelling(): void {
    rest?.()
    samples.stop()
  }

  return { line, stopTelling }
}

function wordOf({ active, error }: InputLine): string {
  if (active === null) return error ?? 'unknown'
  return active ? 'active' : 'inactive'
}
