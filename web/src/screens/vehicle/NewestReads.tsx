import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AssetActivity } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { ASSETS_KEY } from '../../api/assets/asset-lists.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { searchReads } from '../../api/reads/search-reads.ts'
import { useApp } from '../../app-parts.ts'
import { createSiteTime } from '../../site-time/site-time.ts'
import { VEHICLE_TEXTS as TEXTS } from '../../texts/vehicle.ts'
import classes from './vehicle.module.css'

const READS_SHOWN = 20

interface NewestReadsProps {
  activity: AssetActivity
  timeZone: string
}

/** The newest reads of its tag, within the days that the page tells of. */
export function NewestReads({ activity, timeZone }: NewestReadsProps) {
  const { api } = useApp()
  const { asset, from, last_seen } = activity
  const tag = asset.rfid_tag
  const site = useMemo(() => createSiteTime(timeZone), [timeZone])
  const { data, error } = useQuery({
    // What the page says of its last read is asked for together with the reads.
    queryKey: [ASSETS_KEY, 'newest', tag, last_seen],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const span = { from: Date.parse(from), to: null }
      const search = { plate: '', owner: '', tag, known: '' } as const
      return searchReads(api, { ...search, span, limit: READS_SHOWN, signal })
    },
  })
  // The hub searches for tags that begin so, too.
  const reads = data?.logs.filter(({ uid }) => uid === tag) ?? []
  if (!error && reads.length === 0) return null
  return (
    <section className={classes.card}>
      <h2 id="newest">{TEXTS.newest}</h2>
      {error ? (
        <p role="alert" className={classes.fault}>
          {`${TEXTS.newestFailed}. ${wordsOf(error, error.message)}`}
        </p>
      ) : (
        <table className={classes.reads} aria-labelledby="newest">
          <thead>
            <tr>
              <th scope="col">{TEXTS.at}</th>
              <th scope="col">{TEXTS.gate}</th>
              <th scope="col">{TEXTS.location}</th>
            </tr>
          </thead>
          <tbody>
            {reads.map((read) => (
              <tr key={read.id}>
                <td>
                  <time dateTime={read.read_at}>{site.full(Date.parse(read.read_at))}</time>
                </td>
                <td>{read.agent_name || read.agent_code}</td>
                <td>{read.agent_location ?? TEXTS.none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
