import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Anchor.css'
import { ActionIcon, Anchor, Box, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AssetActivity, GateActivity } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { assetActivityQuery } from '../../api/assets/activity.ts'
import { hasStatus, wordsOf } from '../../api/http/api-error.ts'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { heatRows } from '../../charts/heat.ts'
import { HeatTable } from '../../charts/HeatTable.tsx'
import { useChartScheme } from '../../charts/use-chart-scheme.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { StateMark } from '../../components/StateMark.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { createSiteTime, formatCount } from '../../site-time/site-time.ts'
import { TEXTS as APP_TEXTS } from '../../texts/app.ts'
import { VEHICLE_TEXTS as TEXTS } from '../../texts/reads/vehicle.ts'
import { AssetReads } from './AssetReads.tsx'
import { Facts } from './Facts.tsx'
import { History } from './History.tsx'
import classes from './vehicle.module.css'

/** How often it is fetched again: new reads change little of the page. */
const REFRESH_MS = 30_000

/** What is known of one vehicle, or of another asset: `?id=N`. */
export function VehicleScreen() {
  const app = useApp()
  const [search] = useSearchParams()
  const given = search.get('id') ?? ''
  const id = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const { data, error, refetch } = useQuery({
    ...assetActivityQuery(app.api, id ?? 0),
    enabled: id !== null,
    refetchInterval: REFRESH_MS,
  })
  const isUnknown = id === null || hasStatus(error, 404)
  const known = isUnknown ? undefined : data
  const title = known ? known.asset.plate || known.asset.name || TEXTS.title : TEXTS.title
  return (
    <div className="stack" data-gap="page">
      <div className="line">
        <BackButton />
        <ScreenTitle>{title}</ScreenTitle>
      </div>
      {known?.asset.access?.denied && (
        <p>
          <StateMark tone="bad">
            <span className="wraps">{TEXTS.denied}</span>
          </StateMark>
        </p>
      )}
      {isUnknown && (
        <section className={classes.card}>
          <p className="strong">{TEXTS.unknown}</p>
          <Box component="p" className="muted" mt="0.25rem" mb="1rem">
            {TEXTS.unknownHint}
          </Box>
          <Anchor component={Link} to="/admin" underline="always">
            {APP_TEXTS.nav.admin}
          </Anchor>
        </section>
      )}
      {!isUnknown && error && (
        <div className="stack" data-align="start">
          <Problem>{`${TEXTS.failed}. ${wordsOf(error, error.message)}`}</Problem>
          <Button variant="default" onClick={() => void refetch()}>
            {TEXTS.retry}
          </Button>
        </div>
      )}
      {!isUnknown && !error && !known && <output>{TEXTS.loading}</output>}
      {known && site && (
        <>
          <Facts activity={known} site={site} />
          <GateHours gates={known.gates} />
          <AssetReads title={TEXTS.newest} reads={known.newest} site={site}>
            <Box component="p" className="wrap no-print" mb="0.75rem">
              <Button component={Link} to={`/dashboard?${readsOf(known.asset)}`} variant="default">
                {TEXTS.all}
              </Button>
              <Button
                component={Link}
                to={`/report?${readsOf(known.asset)}`}
                target="_blank"
                variant="default"
              >
                {TEXTS.report}
              </Button>
            </Box>
          </AssetReads>
          <History versions={known.versions} site={site} />
          <AssetReads title={TEXTS.before} reads={known.before.newest} site={site}>
            <Box component="p" className="muted" mb="1rem">
              {beforeNote(known.before)}
            </Box>
          </AssetReads>
        </>
      )}
    </div>
  )
}

/** An installed app has no button of a browser's; without a page before this one there is none here. */
function BackButton() {
  const navigate = useNavigate()
  if (!(Number(Reflect.get(Object(window.history.state), 'idx')) > 0)) return null
  return (
    <ActionIcon
      variant="default"
      size={36}
      className="no-print"
      aria-label={TEXTS.back}
      title={TEXTS.back}
      onClick={() => void navigate(-1)}
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
  )
}

/** The filters that find all reads of an asset, in the days that its page counts. */
function readsOf({ plate, rfid_tag }: AssetActivity['asset']): string {
  return `${new URLSearchParams({ ...(plate ? { plate } : { tag: rfid_tag }), range: '30d' })}`
}

function beforeNote({ total, capped }: AssetActivity['before']): string {
  const count = formatCount(total)
  return TEXTS.beforeNote(capped ? TEXTS.atLeast(count) : count, total === 1)
}

/** Where and at what hours it was read. */
function GateHours({ gates }: { gates: readonly GateActivity[] }) {
  const scheme = useChartScheme()
  return (
    <section className={classes.card}>
      <h2>{TEXTS.gates}</h2>
      {gates.length === 0 ? (
        <p className="strong">{TEXTS.empty}</p>
      ) : (
        <HeatTable
          label={TEXTS.gates}
          corner={TEXTS.gate}
          names={gates.map(({ name, code, total }) =>
            TEXTS.gateTotal(name || code, formatCount(total)),
          )}
          grid={heatRows(gates.map(({ hours }) => hours))}
          scheme={scheme}
          hasLongNames
        />
      )}
    </section>
  )
}
