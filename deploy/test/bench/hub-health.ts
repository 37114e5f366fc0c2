import type { HubClient } from '../../local/hub-process.ts'

/** A look at the hub's own metrics. */
export interface HubMetrics {
  /** Stalls of the event loop since the last look, milliseconds. */
  p99Ms: number
  longestMs: number
  cpuSeconds: number
  residentBytes: number
}

/** Reads the hub's metrics; the stalls begin anew with each look. */
export async function hubMetrics(client: HubClient): Promise<HubMetrics> {
  const text = await (await fetch(new URL('/metrics', client.url))).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    p99Ms: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    longestMs: value('nodejs_eventloop_lag_max_seconds') * 1000,
    cpuSeconds: value('process_cpu_seconds_total'),
    residentBytes: value('process_resident_memory_bytes'),
  }
}

/** Asks /readyz twice a second, until it is stopped. */
export class Readiness {
  readonly #client: HubClient
  readonly #timer: NodeJS.Timeout
  asked = 0
  ready = 0

  constructor(client: HubClient) {
    this.#client = client
    this.#timer = setInterval(() => void this.#ask(), 500)
  }

  async #ask(): Promise<void> {
    this.asked++
    const answer = await fetch(new URL('/readyz', this.#client.url)).catch(() => null)
    if (answer?.status === 200) this.ready++
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
