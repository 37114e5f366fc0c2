import type { StatusData } from '@vehicle-control/protocol'
import { ThrottledChanges } from '../clock/throttled-changes.ts'
import type { Timers } from '../clock/timers.ts'
import { statusData, type StatusSources } from './status.ts'

const PERIODIC_MS = 15 * 60_000
/** For a device that comes and goes all day: each status entry describes all devices. */
const CHANGES_PACE = { burst: 20, everyMs: 10_000 }

/** The kinds of devices whose changes are reported at a pace. */
export type ThrottledEvent = Extract<StatusData['event'], 'reader' | 'sensor' | 'input' | 'relays'>

/**
 * Writes the status entries: at an event, each quarter of an hour, and at a pace for devices that
 * change on and on. Every part of the edge may report to it from the start; before `begin` nothing
 * is written, since the entry `started` describes all.
 */
export class StatusReports {
  readonly #changes: Record<ThrottledEvent, ThrottledChanges<string | undefined>>
  #write: ((event: StatusData['event'], detail?: string) => void) | null = null
  #periodic: NodeJS.Timeout | null = null

  constructor(timers: Timers) {
    const changes = (event: ThrottledEvent) =>
      new ThrottledChanges<string | undefined>({
        timers,
        ...CHANGES_PACE,
        report: (detail) => this.report(event, detail),
      })
    this.#changes = {
      reader: changes('reader'),
      sensor: changes('sensor'),
      input: changes('input'),
      relays: changes('relays'),
    }
  }

  /** Describes these parts of the edge from now on. */
  begin(sources: StatusSources, append: (data: StatusData) => void): void {
    this.#write = (event, detail) => append(statusData(sources, event, detail))
    this.#periodic = setInterval(() => this.report('periodic'), PERIODIC_MS)
  }

  report(event: StatusData['event'], detail?: string): void {
    this.#write?.(event, detail)
  }

  /** Reports a device that has changed: at once, or its last change within some seconds. */
  changed(event: ThrottledEvent, detail?: string): void {
    if (this.#write !== null) this.#changes[event].changed(detail)
  }

  /** Ends the periodic reports, and those of changes; events are reported as before. */
  stop(): void {
    if (this.#periodic !== null) clearInterval(this.#periodic)
    for (const changes of Object.values(this.#changes)) changes.stop()
  }
}
