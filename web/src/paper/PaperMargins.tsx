import { useEffect } from 'react'
import { useSiteTimeZone } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'
import { useSiteTitle } from '../components/use-site-title.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { TEXTS } from '../texts/app.ts'
import { PAPER_TEXTS } from '../texts/paper.ts'
import { writeMargins } from './running-heads.ts'

/** Between the margins of both papers; of the height there is a list below. */
const PAPER_PX = { width: 718, height: 620 }

/** What was searched for: screens say it in attributes `data-paper`. */
function searched(): string[] {
  const parts = document.querySelectorAll<HTMLElement>('[data-paper]')
  return [...parts].map(({ dataset }) => dataset['paper'] ?? '')
}

/** A map is drawn for its screen, in pixels: on paper it is that picture, smaller. */
function scaleMaps(isPrinting: boolean): void {
  for (const map of document.querySelectorAll<HTMLElement>('.leaflet-container')) {
    const { offsetWidth, offsetHeight } = map
    map.style.width = isPrinting ? `${offsetWidth}px` : ''
    map.style.height = isPrinting ? `${offsetHeight}px` : ''
    map.style.marginInline = isPrinting ? 'auto' : ''
    const zoom = Math.min(PAPER_PX.width / offsetWidth, PAPER_PX.height / offsetHeight)
    map.style.zoom = isPrinting ? `${zoom}` : ''
    // Names are read on paper, too, and still have their room.
    map.style.setProperty('--paper-type', `${Math.min(1.1, 0.75 / zoom)}rem`)
  }
}

/** Says in the margins of any printed screen whose it is, what it shows, and when it was printed. */
export function PaperMargins() {
  const app = useApp()
  const { serverClock } = app
  const title = useSiteTitle()
  const timeZone = useSiteTimeZone(app)
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
        headLeft: [title, document.querySelector('h1')?.textContent, ...searched()]
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
