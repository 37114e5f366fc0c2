import type { BarrierState, InputState, TelemetryData } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Timers } from '../clock/timers.ts'
import { ThrottledChanges } from '../clock/throttled-changes.ts'
import { GateContacts, type GateState } from './gate-contacts.ts'
import { type InputConfig, senseOf } from './input-config.ts'
import { InputLine } from './input-line.ts'
import { type InputRelays, type InputRule, ruleOf } from './input-rule.ts'
import { openInputPort, type PortContext } from './open-port.ts'

const ERROR_MAX_LENGTH = 512
/** A contact that bounces must not fill the outbox: its state is reported once per this time. */
const REPORT_EVERY_MS = 1000
/** Most changes in a row that become samples: a busy minute, one vehicle after the other. */
const SAMPLES_BURST = 60
const SAMPLE_EVERY_MS = 2000

export interface InputsOptions extends PortContext {
  inputs: readonly InputConfig[]
  board: InputRelays
  timers: Timers
  log: Logger
  onSample: (sample: TelemetryData) => void
  /** Called when the state of an input has changed. */
  report: (detail: string) => void
  /** Tests pass their own lines. */
  openPort?: typeof openInputPort
}

interface Watched {
  config: InputConfig
  line: InputLine
  rule: InputRule
  stopReports: () => void
}

/** The input lines of this edge, and what they do to its relays. It needs no hub. */
export class Inputs {
  readonly #watched: readonly Watched[]
  readonly #contacts: GateContacts

  constructor(options: InputsOptions) {
    const { board, timers, monotonic } = options
    this.#contacts = new GateContacts(options.inputs, {
      monotonic,
      timers,
      onChange: (barrier) => options.report(describeBarrier(barrier)),
    })
    this.#watched = options.inputs.map((config) => {
      const rule = ruleOf(config, board, timers)
      return { config, rule, ...lineOf(config, [rule, this.#contacts], options) }
    })
  }

  /** Lets the inputs move relays. A blocking input blocks until its line has been read. */
  start(): void {
    for (const { rule } of this.#watched) rule.onChange(null, null, 0)
    for (const { line } of this.#watched) line.start()
  }

  /** Releases the lines; idempotent. */
  stop(): void {
    for (const { line, rule, stopReports } of this.#watched) {
      line.stop()
      rule.stop()
      stopReports()
    }
    this.#contacts.stop()
  }

  states(): InputState[] {
    return this.#watched.map(({ config, line: { active, error } }) => {
      const { id, pin, rule } = config
      const sense = senseOf(config)
      const told = { active, error: error?.slice(0, ERROR_MAX_LENGTH) }
      return { id, pin, rule, ...(sense !== undefined && { sense }), ...told }
    })
  }

  /** What the loops and the barriers' contacts tell of the gate now. */
  gate(): GateState {
    return this.#contacts.state()
  }
}

function lineOf(
  config: InputConfig,
  [rule, contacts]: [InputRule, GateContacts],
  options: InputsOptions,
): Pick<Watched, 'line' | 'stopReports'> {
  const { monotonic, timers, log, openPort = openInputPort } = options
  const { id, debounceMs } = config
  let cancelPause: (() => void) | null = null
  let isDue = false
  const samples = new ThrottledChanges<boolean>({
    timers,
    burst: SAMPLES_BURST,
    everyMs: SAMPLE_EVERY_MS,
    report(active) {
      log.info({ input: id, rule: config.rule, active }, 'input')
      options.onSample({ type: 'input', source: id, value: active ? 1 : 0, unit: '' })
    },
  })

  function reportState(): void {
    isDue = cancelPause !== null
    if (isDue) return
    cancelPause = timers.after(REPORT_EVERY_MS, () => {
      cancelPause = null
      if (isDue) reportState()
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
      contacts.changed(config, active, at)
      if (active !== null) samples.changed(active)
      reportState()
    },
  })
  function stopReports(): void {
    cancelPause?.()
    samples.stop()
  }

  return { line, stopReports }
}

function describeBarrier({ name, position, leftOpenMs }: BarrierState): string {
  const what = leftOpenMs === undefined ? position : 'left open'
  return `${['barrier', name].filter(Boolean).join(' ')}: ${what}`
}

function wordOf({ active, error }: InputLine): string {
  if (active === null) return error ?? 'unknown'
  return active ? 'active' : 'inactive'
}
