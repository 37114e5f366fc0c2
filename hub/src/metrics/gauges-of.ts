import { Gauge, type Registry } from 'prom-client'

/** A value with its labels. */
export type Labelled = readonly [value: number, labels?: Record<string, string>]

/**
 * Returns a function that adds a gauge of a sample, which all gauges share at a scrape. While there
 * is no sample they have no values: a scrape neither fails for it nor shows old values.
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
