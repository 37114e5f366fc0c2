import { useEffect } from 'react'
import type { TimeSpan } from '../../api/reads/time-span.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { TEXTS } from '../../texts/app.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { spanText } from '../dashboard/filters/range.ts'
import { marginStyles } from './running-heads.ts'

interface PrintedReport {
  readonly span: TimeSpan
  readonly site: SiteClock
  readonly now: number
  readonly title: string
}

/** Names the page by its range, writes the margins of the paper, and opens the print dialog once. */
export function usePrinting({ span, site, now, title }: PrintedReport): void {
  useEffect(() => {
    const range = spanText(span, site)
    // Browsers suggest the title as the name of the file.
    document.title = `${REPORT_TEXTS.title} ${title} ${range}`
    const margins = new CSSStyleSheet()
    margins.replaceSync(
      marginStyles({
        headLeft: `${title} · ${REPORT_TEXTS.title}`,
        headRight: range,
        footLeft: `${TEXTS.app} · ${REPORT_TEXTS.made} ${site.exact(now)}`,
        page: [REPORT_TEXTS.page, REPORT_TEXTS.pageOf],
      }),
    )
    document.adoptedStyleSheets.push(margins)
    // After the drawing at the end of this turn.
    const timer = setTimeout(() => window.print())
    return () => {
      clearTimeout(timer)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== margins)
    }
  }, [span, site, now, title])
}
