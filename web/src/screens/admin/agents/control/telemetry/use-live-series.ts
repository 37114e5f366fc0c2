import { useQuery } from '@tanstack/react-query'
import type { SensorType } from '@vehicle-control/protocol'
import { useEffect, useState } from 'react'
import { telemetryQuery } from '../../../../../api/telemetry/telemetry.ts'
import { useApp } from '../../../../../app-parts.ts'
import { useStore } from '../../../../../browser/external-store.ts'
import { sampleOf } from '../../../../../live/later-events.ts'
import { useLiveLink } from '../../../../../live/LiveLink.tsx'
import { createSourceSeries } from './source-series.ts'

/**
 * The sensors of one type of an agent, and one of them, followed for as long as it is shown: the
 * `chosen` one, else the first by name.
 */
export function useLiveSeries(code: string, type: SensorType, chosen: string | null) {
  const app = useApp()
  const { feed } = useLiveLink()
  const [all] = useState(() => createSourceSeries(app.clock, app.serverClock.now))
  const { data, error, refetch } = useQuery(telemetryQuery(app, code, type, chosen))
  useEffect(() => {
    if (!data) return
    const averages = data.series.map((one) => ({ at: Date.parse(one.bucket), total: one.avg }))
    all.of(data.source).takeAverages(averages)
  }, [all, data])
  useEffect(() => {
    const unsubscribe = feed.subscribe((events) => {
      for (const one of events) {
        const sample = sampleOf(one, app.serverClock.now())
        if (sample?.code === code && sample.type === type) all.takeSample(sample)
      }
    })
    return () => {
      unsubscribe()
      all.stop()
    }
  }, [app, feed, all, code, type])

  const received = useStore(all.sources, (value) => value)
  const listed = data?.sources ?? []
  const sources = [...new Set([...listed, ...received])].toSorted(byName)
  const source = chosen ?? (listed.length > 0 ? data?.source : received[0]) ?? ''
  const state = useStore(all.of(source).state, (value) => value)
  return { ...state, source, sources, error: data ? null : error, retry: () => void refetch() }
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
