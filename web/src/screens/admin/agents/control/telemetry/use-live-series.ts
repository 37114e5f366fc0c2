import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SensorType } from '@vehicle-control/protocol'
import { useEffect, useState } from 'react'
import { telemetryQuery } from '../../../../../api/telemetry/telemetry.ts'
import { useApp } from '../../../../../app-parts.ts'
import { useStore } from '../../../../../browser/external-store.ts'
import { useLiveLink } from '../../../../../live/LiveLink.tsx'
import { createLiveSeries } from './live-series.ts'

/** One sensor of an agent, followed for as long as it is shown. */
export function useLiveSeries(code: string, type: SensorType) {
  const app = useApp()
  const { feed, connection } = useLiveLink()
  const queries = useQueryClient()
  const [series] = useState(() => createLiveSeries(app.clock, app.serverClock.now))
  const { data, error, refetch } = useQuery(telemetryQuery(app, code, type))
  useEffect(() => {
    if (data)
      series.takeAverages(data.map((one) => ({ at: Date.parse(one.bucket), total: one.avg })))
  }, [series, data])
  useEffect(() => {
    const stopHearing = feed.subscribe((events) => {
      for (const one of events) {
        if (one.kind !== 'telemetry') continue
        const { event } = one
        if (event.code === code && event.type === type) series.takeSample(event)
      }
    })
    return () => {
      stopHearing()
      series.stop()
    }
  }, [feed, series, code, type])
  const isLinked = useStore(connection.state, (state) => state.connected)
  // Samples that came while the link was down are only in the hub's averages.
  useEffect(() => {
    if (isLinked) void queries.invalidateQueries({ queryKey: ['telemetry', code, type] })
  }, [isLinked, queries, code, type])
  const state = useStore(series.state, (value) => value)
  return { ...state, error: data ? null : error, retry: () => void refetch() }
}
