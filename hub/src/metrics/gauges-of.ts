import { Gauge, type Registry } from 'prom-client'

/** A value with its labels. */
export type Labelled = readonly [value: number, labels?: Record<string, string>]

/**
 * Makes gauges of a sample, which all of them share at a scrape. While there is none, they have no
 * values: a scrape never fails for it, and never shows what was.
 */
export function gaugesOf<T>(registry: Registry, sample: () => Promise<T | null>) {
  return function addGauge(
    name: string,
    help: string,
    labelNames: string[],
    read: (sample: T) => readonly Labelled[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const taken = await sample()
        this.reset()
        // A gauge without labels is 0 after a reset.
        if (labelNames.length === 0) this.remove()
        if (taken === null) return
        for (const [value, labels] of read(taken)) this.set(labels ?? {}, value)
      },
    })
  }
}
