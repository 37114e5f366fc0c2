import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StateLevel } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { siteStateQuery } from '../../../../api/settings/site-config.ts'
import { useApp } from '../../../../app-parts.ts'
import { StateMark, type StateTone } from '../../../../components/StateMark.tsx'
import { createSiteTime } from '../../../../site-time/site-time.ts'
import { ADMIN_TEXTS } from '../../../../texts/admin/admin.ts'
import { STATE_TEXTS as TEXTS } from '../../../../texts/admin/site-state.ts'
import { ListBanner } from '../../list/ListBanner.tsx'
import { problemText } from '../../list/problem-text.ts'
import { ChainState } from '../../users/audit/ChainState.tsx'
import classes from '../config.module.css'
import { type StateItem, stateItems } from './state-items.ts'

const TONES: Readonly<Record<StateLevel, StateTone>> = {
  ok: 'good',
  warn: 'warn',
  bad: 'bad',
  unknown: 'warn',
}

/** «Estado»: how the hub stands, asked again while it is looked at. */
export function StateBoard({ timeZone }: { timeZone: string }) {
  const { data: state, error, refetch } = useQuery(siteStateQuery(useApp().api))
  const site = useMemo(() => createSiteTime(timeZone), [timeZone])
  const own = state?.replicas.find((one) => one.own)
  const at = state ? Date.parse(state.clock.hub_at) : 0
  return (
    <>
      <ListBanner problem={error && problemText(error)} onRetry={() => void refetch()} />
      {!state && error === null && <output>{ADMIN_TEXTS.list.loading}</output>}
      {state && own && <p className="hint">{TEXTS.of(own.name, site.clock(at))}</p>}
      <ul className={classes.items}>
        {state && stateItems(state, site, at).map((item) => <Item key={item.id} {...item} />)}
        <li className="box">
          <h3>{TEXTS.chain.name}</h3>
          <ChainState site={site} />
          <Anchor
            component={Link}
            to="/admin?tab=usuarios&vista=registro"
            underline="always"
            fz="sm"
            className="target no-print"
          >
            {TEXTS.chain.open}
          </Anchor>
        </li>
      </ul>
    </>
  )
}

function Item({ name, level, figures, todo }: StateItem) {
  return (
    <li className="box">
      <h3>{name}</h3>
      {level !== null && <StateMark tone={TONES[level]}>{TEXTS.levels[level]}</StateMark>}
      {figures.map((figure) => (
        <p key={figure} className="anywhere">
          {figure}
        </p>
      ))}
      {todo !== null && <p className="strong">{todo}</p>}
    </li>
  )
}
