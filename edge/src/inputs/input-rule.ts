import { COMMAND_TTL_MS, type CommandResultData } from '@vehicle-control/protocol'
import type { Timers } from '../clock/timers.ts'
import type { Opening } from '../relays/relay-board.ts'
import type { InputConfig } from './input-config.ts'
import { openingId } from './opening-id.ts'

/** How often a fire input checks its relays while it is active. */
const FIRE_EVERY_MS = 250
/** A contact that bounces is refused many times a second: one refusal per this time is reported. */
const REFUSAL_EVERY_MS = 10_000

/** The relays, as an input moves them. */
export interface InputRelays {
  readonly pins: readonly number[]
  isOn(pin: number): boolean
  block(input: string, pins: readonly number[] | 'all'): void
  open(order: Opening, again?: boolean): CommandResultData['reason']
}

/** What the changes of one input do. */
export interface InputRule {
  /**
   * Called with null before the first change: nothing is known of the line yet. `at`: when it was
   * so for certain, CLOCK_MONOTONIC in milliseconds; long ago if the edge itself was suspended.
   */
  onChange(active: boolean | null, before: boolean | null, at: number): void
  /** No relay is moved afterwards. */
  stop(): void
}

const nothing: InputRule = { onChange() {}, stop() {} }

/** The rule of an input's settings, made anew for each input: it remembers what it has done. */
export function ruleOf(config: InputConfig, relays: InputRelays, timers: Timers): InputRule {
  switch (config.rule) {
    case 'report':
      return nothing
    case 'open':
      return openRule(config, relays, timers)
    case 'block':
      return {
        // Unknown is as good as occupied: nothing may come down on what cannot be seen.
        onChange: (active) =>
          relays.block(config.id, active === false ? [] : config.relay ? [config.relay] : 'all'),
        stop() {},
      }
    case 'fire':
      return fireRule(config, relays, timers)
  }
}

function openRule(
  { id, relay, durationMs }: Extract<InputConfig, { rule: 'open' }>,
  relays: InputRelays,
  timers: Timers,
): InputRule {
  let cancelPause: (() => void) | null = null

  return {
    onChange(active, before, at) {
      // A press is a change that was seen: a button that is down at the start opens nothing.
      if (active !== true || before !== false) return
      const order = { id: openingId(id), pin: relay, durationMs, deadline: at + COMMAND_TTL_MS }
      if (relays.open(order, cancelPause !== null) === 'done') return
      cancelPause ??= timers.after(REFUSAL_EVERY_MS, () => (cancelPause = null))
    },
    stop: () => cancelPause?.(),
  }
}

function pinsOf(config: { relay?: number }, relays: InputRelays): readonly number[] {
  return config.relay === undefined ? relays.pins : [config.relay]
}

/**
 * Opens at once and keeps open while it lasts: a relay that has gone off, for whatever reason, goes on
 * again as soon as its time and its rest allow it.
 */
function fireRule(
  config: Extract<InputConfig, { rule: 'fire' }>,
  relays: InputRelays,
  timers: Timers,
): InputRule {
  let cancel = () => {}
  let cancelPause: (() => void) | null = null

  // Later tries report only a success: a relay that rests is no refusal, a fault is in the status.
  function open(pins: readonly number[], again = false, deadline?: number): void {
    cancel = timers.after(FIRE_EVERY_MS, () => open(pinsOf(config, relays).filter(isOff), true))
    for (const pin of pins) {
      relays.open({ id: openingId(config.id), pin, emergency: true, deadline }, again)
    }
  }
  const isOff = (pin: number) => !relays.isOn(pin)

  return {
    onChange(active, _before, at) {
      cancel()
      // An unreadable input is no fire; the relays that it switched on go off after their time.
      if (active !== true) return
      open(pinsOf(config, relays), cancelPause !== null, at + COMMAND_TTL_MS)
      cancelPause ??= timers.after(REFUSAL_EVERY_MS, () => (cancelPause = null))
    },
    stop() {
      cancel()
      cancelPause?.()
    },
  }
}
