import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ApiClient } from '../../../api/http/client.ts'
import { useApp } from '../../../app-parts.ts'
import type { SiteClock } from '../../../site-time/site-clock.ts'
import { DASHBOARD_KEY, dashboardQueries } from '../figures/queries.ts'
import type { Filters } from '../filters/filters.ts'
import { rangeFault } from '../filters/range.ts'

/** Whoever wants paper waits no longer for a hub that hangs. */
const PATIENCE_MS = 5000

/**
 * Ctrl-P asks for all figures anew, as of one moment, before it prints: those on the screen are as
 * old as their last calls, each of which counted what had come by then. What fails, or takes
 * too long, is printed as the screen has it.
 */
export function useOneMoment(filters: Filters, site: SiteClock): void {
  const app = useApp()
  const client = useQueryClient()
  const isAsking = useRef(false)
  const print = async () => {
    let at: number | null = app.serverClock.now()
    const now = () => at ?? app.serverClock.now()
    const api: ApiClient = (call) =>
      app.api(at === null ? call : { ...call, path: endingAt(call.path, at) })
    const serverClock = { ...app.serverClock, now }
    const figures = dashboardQueries({ ...app, api, serverClock }, site, filters)
    // What runs would bring figures of another moment after these; what is new would not be asked for.
    await client.cancelQueries({ queryKey: DASHBOARD_KEY })
    await client.invalidateQueries({ queryKey: DASHBOARD_KEY, refetchType: 'none' })
    const { reads, top, hourly, today, unknown, daily, heatmap, trend } = figures
    const late = new Promise<void>((done) => app.clock.after(PATIENCE_MS, done))
    const asked = Promise.all([
      ...(rangeFault(filters, site) === null
        ? [client.prefetchQuery(reads), client.prefetchQuery(top), client.prefetchQuery(hourly)]
        : []),
      client.prefetchQuery(today),
      client.prefetchQuery(unknown),
      client.prefetchQuery(daily),
      client.prefetchQuery(heatmap),
      client.prefetchQuery(trend),
    ])
    await Promise.race([asked, late])
    // The client keeps these calls for the next refresh: that one is of its own moment.
    at = null
    // Behind what tells the screen of the answers, which is drawn by then.
    notifyManager.schedule(() => window.print())
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey)
    if (!isPrint || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (event.repeat || isAsking.current) return
    isAsking.current = true
    void print().finally(() => (isAsking.current = false))
  })
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The address of a call that ends at `at`, unless it has an end of its own: all of these take `to`. */
function endingAt(address: string, at: number): string {
  const [path = '', query = ''] = address.split('?')
  const params = new URLSearchParams(query)
  if (!params.has('to')) params.set('to', new Date(at).toISOString())
  return `${path}?${params}`
}
