import { useEffect } from 'react'
import type { TimeSpan } from '../../api/reads/time-span.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { DASHBOARD_TEXTS } from '../../texts/dashboard.ts'
import { spanText } from '../dashboard/filters/range.ts'

/** Names the page by its range, and opens the print dialog once. */
export function usePrinting(span: TimeSpan, site: SiteClock): void {
  useEffect(() => {
    // Browsers offer the title as the name of the file.
    document.title = `${DASHBOARD_TEXTS.report.title} ${spanText(span, site)}`
    // After the charts, which are drawn when this turn ends.
    const timer = setTimeout(() => window.print())
    return () => clearTimeout(timer)
  }, [span, site])
}
