import { useEffect, useState } from 'react'
import type { TimeSpan } from '../../api/reads/time-span.ts'
import { useCutLongTexts } from '../../paper/long-texts.ts'
import { writeMargins } from '../../paper/running-heads.ts'
import type { SiteClock } from '../../site-time/site-clock.ts'
import { TEXTS } from '../../texts/app.ts'
import { REPORT_TEXTS } from '../../texts/reads/report.ts'
import { rangeText } from './range-text.ts'

interface PrintedReport {
  readonly span: TimeSpan
  readonly site: SiteClock
  readonly now: number
  readonly title: string
}

/**
 * Names the page by its range, writes the margins of the paper, and opens the print dialog once,
 * unless somebody is to be asked first.
 */
export function usePrinting({ span, site, now, title }: PrintedReport, isAsked = false): void {
  const [isUnasked] = useState(!isAsked)
  useCutLongTexts()
  useEffect(() => {
    const range = rangeText(span, site)
    // Browsers suggest the title as the name of the file.
    document.title = `${REPORT_TEXTS.title} ${title} ${range}`
    const clear = writeMargins({
      headLeft: `${title} · ${REPORT_TEXTS.title}`,
      headRight: range,
      footLeft: `${TEXTS.app} · ${REPORT_TEXTS.made} ${site.exact(now)}`,
      hasTitle: true,
    })
    // After the drawing at the end of this turn.
    const timer = isUnasked ? setTimeout(() => window.print()) : undefined
    return () => {
      clearTimeout(timer)
      clear()
    }
  }, [span, site, now, title, isUnasked])
}
