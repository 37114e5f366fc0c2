import { useEffect, useState } from 'react'
import type { TimeSpan } from '../../api/reads/time-span.ts'
import { useWrappedTexts } from '../../paper/long-texts.ts'
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

/** A longer filter would leave a file's name no room for its range. */
const NAMED_MAX = 80

/**
 * Names the page by what was searched for and its range, writes the margins of the paper, and opens the print dialog once,
 * unless somebody is to be asked first.
 */
export function usePrinting(
  { span, site, now, title }: PrintedReport,
  searched: readonly string[],
  isAsked = false,
): void {
  const filters = searched.join(' · ')
  const [isUnasked] = useState(!isAsked)
  useWrappedTexts()
  useEffect(() => {
    const range = rangeText(span, site)
    // Browsers suggest the title as the name of the file.
    const names = [REPORT_TEXTS.title, title, filters.slice(0, NAMED_MAX), range]
    document.title = names.filter(Boolean).join(' ')
    const clear = writeMargins({
      headLeft: [title, REPORT_TEXTS.title, filters].filter(Boolean).join(' · '),
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
  }, [span, site, now, title, filters, isUnasked])
}
