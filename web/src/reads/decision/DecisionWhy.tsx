import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ScanEvent } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { decisionOnQuery } from '../../api/access/decisions.ts'
import { mayEdit } from '../../api/auth/person.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { formatAge, type SiteTime } from '../../site-time/site-time.ts'
import { DECISION_TEXTS as TEXTS } from '../../texts/reads/decision.ts'

/** What a decision rested on, as its gate told the hub; admins find the rules from here. */
export function DecisionWhy({ read, site }: { read: ScanEvent; site: SiteTime }) {
  const { api, session } = useApp()
  const { uid, agent, ts } = read
  const asked = { uid, agent: agent.code, at: Date.parse(ts) }
  const { data, isError, refetch } = useQuery(decisionOnQuery(api, asked))
  const isEditor = useStore(session.state, mayEdit)
  if (isError) {
    return (
      <div role="alert" className="wrap">
        {TEXTS.failed}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {TEXTS.retry}
        </Button>
      </div>
    )
  }
  if (data === undefined) return <output>{TEXTS.loading}</output>
  return (
    <>
      {data === null ? (
        <p>{TEXTS.gone}</p>
      ) : (
        <dl className="facts">
          <Fact label={TEXTS.rule}>{data.rule ?? TEXTS.noRule}</Fact>
          <Fact label={TEXTS.list}>
            {data.list_age_ms === null ? TEXTS.unknownAge : TEXTS.ago(formatAge(data.list_age_ms))}
          </Fact>
          <Fact label={TEXTS.time}>
            {data.known_time === null ? TEXTS.noTime : site.exact(Date.parse(data.known_time))}
          </Fact>
          <Fact label={TEXTS.opened}>
            {data.opened === null
              ? TEXTS.nobody
              : TEXTS.openedAt(data.opened.by, site.exact(Date.parse(data.opened.at)))}
          </Fact>
        </dl>
      )}
      {isEditor && (
        <Link className="target" to="/admin?tab=accesos">
          {TEXTS.all}
        </Link>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
