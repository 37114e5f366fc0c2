import type { Clock } from '../../../../../browser/clock.ts'
import { createStore, type ReadableStore } from '../../../../../browser/external-store.ts'
import type { TelemetrySample } from '../../../../../live/later-events.ts'
import { createLiveSeries, type LiveSeries } from './live-series.ts'

/** A limit, since a faulty device could name a new source with every sample. */
const SOURCES_MAX = 100

/** The live series of every sensor of one type, by its source. */
export interface SourceSeries {
  /** The sources that samples came from, in the order in which they came. */
  readonly sources: ReadableStore<readonly string[]>
  of(source: string): LiveSeries
  takeSample(sample: TelemetrySample): void
  stop(): void
}

export function createSourceSeries(clock: Clock, serverNow: () => number): SourceSeries {
  const sources = createStore<readonly string[]>([])
  const all = new Map<string, LiveSeries>()
  const of = (source: string) => {
    const known = all.get(source) ?? createLiveSeries(clock, serverNow)
    all.set(source, known)
    return known
  }
  return {
    sources,
    of,
    takeSample(sample) {
      const { source } = sample
      if (!all.has(source) && all.size >= SOURCES_MAX) return
      of(source).takeSample(sample)
      if (!sources.get().includes(source)) sources.set([...sources.get(), source])
    },
    stop() {
      for (const series of all.values()) series.stop()
    },
  }
}
