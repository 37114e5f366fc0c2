import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Anchor, Checkbox } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { useMapAgents } from '../../../live/use-agents.ts'
import { useFreshness } from '../../../live/use-freshness.ts'
import { AgentsMap } from '../../../map/AgentsMap.tsx'
import { REFRESH_DEFAULT_S, WIDGET_MAP } from '../../../map/map-settings.ts'
import { MapNotice } from '../../../map/MapNotice.tsx'
import { createScanWatch, type ScanWatch } from '../../../map/scans/scan-watch.ts'
import { createSiteTime, formatCount } from '../../../site-time/site-time.ts'
import { MAP_CARD_TEXTS } from '../../../texts/map-card.ts'
import { MAP_TEXTS } from '../../../texts/map.ts'
import classes from './map-card.module.css'

/** The agents on a small map, which follows what is read unless somebody turns that off. */
export function MapCard() {
  const app = useApp()
  const { feed, agents } = useLiveLink()
  const fetched = useMapAgents(app, REFRESH_DEFAULT_S * 1000)
  const [isFollowing, setFollowing] = useState(true)
  const [scans] = useState(() => createScanWatch(feed, agents))
  useEffect(() => scans.start(), [scans])
  useScanNotices(scans)
  const located = useStore(agents.summary, (summary) => summary.located)
  const { isStale } = useFreshness(fetched.loadedAt)
  const timeZone = useSiteTimeZone(app)
  const siteTime = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const isEmpty = located === 0 && fetched.lacks !== null && !fetched.error
  return (
    <>
      <div className={classes.bar}>
        <span className="strong">{MAP_CARD_TEXTS.locatedShort(formatCount(located))}</span>
        <Checkbox
          size="sm"
          label={MAP_TEXTS.follow}
          checked={isFollowing}
          onChange={(event) => setFollowing(event.currentTarget.checked)}
        />
        <div className={classes.notice}>
          <MapNotice fetched={fetched} failed={MAP_CARD_TEXTS.failedCard}>
            {isEmpty && <span className="hint">{MAP_CARD_TEXTS.noPlaces}</span>}
          </MapNotice>
        </div>
        <Anchor component={Link} to="/map" fz="inherit">
          {MAP_CARD_TEXTS.fullMap}
        </Anchor>
      </div>
      <div style={{ height: 320 }} data-stale={isStale || undefined}>
        {siteTime && (
          <AgentsMap
            settings={WIDGET_MAP}
            siteTime={siteTime}
            scans={scans}
            isFollowing={isFollowing}
            isReady={!fetched.isLoading || located > 0}
            focus={null}
          />
        )}
      </div>
    </>
  )
}

/** As long as one is shown, so that they do not pile up. */
const NOTICE_EVERY_MS = 2200

/** Says which tag was read where; of many reads in a row, one at a time. */
function useScanNotices(scans: ScanWatch): void {
  const dialogs = useDialogs()
  useEffect(() => {
    let notifiedAt = -Infinity
    return scans.subscribe((batch) => {
      const read = batch.findLast(({ kind }) => kind === 'read')
      const now = performance.now()
      if (!read || now - notifiedAt < NOTICE_EVERY_MS) return
      notifiedAt = now
      dialogs.notify('toast', MAP_CARD_TEXTS.scanned(read.uid, read.name))
    })
  }, [scans, dialogs])
}
