import { useEffect } from 'react'
import { useSiteTimeZone } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'
import { useSiteTitle } from '../components/use-site-title.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { TEXTS } from '../texts/app.ts'
import { PAPER_TEXTS } from '../texts/paper.ts'
import { useWrappedTexts } from './long-texts.ts'
import { writeMargins } from './running-heads.ts'
import { scaleMaps } from './scale-maps.ts'

/** The tab that is open, and what was searched for: screens say it in attributes `data-paper`. */
function shown(): (string | null)[] {
  const parts = document.querySelectorAll<HTMLElement>('[role="tab"][data-active], [data-paper]')
  return [...parts].map(({ dataset, textContent }) => dataset['paper'] ?? textContent)
}

/** Says in the margins of any printed screen whose it is, what it shows, and when it was printed. */
export function PaperMargins() {
  const app = useApp()
  const { serverClock } = app
  const title = useSiteTitle()
  const timeZone = useSiteTimeZone(app)
  useWrappedTexts()
  useEffect(() => {
    if (!timeZone) return undefined
    const site = createSiteTime(timeZone)
    let clear: (() => void) | null = null
    const after = () => {
      if (!clear) return
      clear()
      clear = null
      scaleMaps(false)
    }
    const before = () => {
      after()
      clear = writeMargins({
        headLeft: [title, document.querySelector('h1')?.textContent, ...shown()]
          .filter(Boolean)
          .join(' · '),
        headRight: `${PAPER_TEXTS.printed} ${site.exact(serverClock.now())}`,
        footLeft: TEXTS.app,
      })
      scaleMaps(true)
    }
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      after()
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [serverClock, title, timeZone])
  return null
}
