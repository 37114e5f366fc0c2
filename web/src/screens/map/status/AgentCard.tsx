import { Anchor } from '@mantine/core'
import type { AgentContacts } from '@vehicle-control/protocol'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { StateMark } from '../../../components/StateMark.tsx'
import { ContactMarks } from '../../../contacts/ContactMarks.tsx'
import { LaterGate } from '../../../contacts/LaterGate.tsx'
import type { KnownAgent } from '../../../live/known-agent.ts'
import { formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import classes from './agent-card.module.css'
import type { Trouble } from './use-troubles.ts'

interface AgentCardProps {
  agent: KnownAgent
  site: SiteTime
  trouble: Trouble | undefined
  contacts: AgentContacts | undefined
}

/** One agent with all that the view says about it. */
export const AgentCard = memo(function AgentCard(props: AgentCardProps) {
  const { agent, site, trouble, contacts } = props
  const { code, name, location, lastIp, readingsCount, lastSeen } = agent
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.name} title={name}>
          {name}
        </h2>
        <AgentState isOnline={agent.online} />
      </div>
      <div className={classes.aside}>
        <p className="hint mono clip" title={code}>
          {code}
        </p>
        <MapLink agent={agent} />
        <LaterGate gate={agent} className={classes.open} variant="default" size="compact-sm" />
      </div>
      <dl className={`${classes.facts} facts`}>
        <Fact label={TEXTS.location} title={location}>
          {location || TEXTS.none}
        </Fact>
        <Fact label={TEXTS.lastIp} title={lastIp}>
          {lastIp || TEXTS.none}
        </Fact>
        <Fact label={TEXTS.reads}>
          {readingsCount === null ? TEXTS.none : formatCount(readingsCount)}
        </Fact>
        <Fact label={TEXTS.lastSeen}>
          {lastSeen === null ? TEXTS.never : <Seen at={lastSeen} site={site} />}
        </Fact>
      </dl>
      {contacts && <ContactMarks contacts={contacts} className={classes.contacts} />}
      {trouble && (
        <p className={classes.trouble} title={trouble.text}>
          <StateMark tone={trouble.tone}>
            <span className="clip">{trouble.text}</span>
          </StateMark>
        </p>
      )}
    </>
  )
})

/** Its state as shape, colour and word. */
export function AgentState({ isOnline }: { isOnline: boolean }) {
  return (
    <StateMark tone={isOnline ? 'good' : 'bad'}>
      {isOnline ? TEXTS.online : TEXTS.offline}
    </StateMark>
  )
}

function Fact(props: { label: string; title?: string | null; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{props.label}</dt>
      <dd className="clip" title={props.title ?? undefined}>
        {props.children}
      </dd>
    </div>
  )
}

function Seen({ at, site }: { at: number; site: SiteTime }) {
  return <time dateTime={new Date(at).toISOString()}>{site.full(at)}</time>
}

function MapLink({ agent: { code, name, lat, lng } }: { agent: KnownAgent }) {
  if (lat === null || lng === null) {
    return (
      <p className={classes.place}>
        <span aria-hidden>{TEXTS.none}</span>
        <span className="visually-hidden">{TEXTS.noPlace}</span>
      </p>
    )
  }
  return (
    <p className={classes.place}>
      <Anchor
        component={Link}
        to={`/map?${new URLSearchParams({ focus: code }).toString()}`}
        underline="always"
        className={classes.link}
        aria-label={TEXTS.onMapOf(name)}
      >
        {TEXTS.onMap}
      </Anchor>
    </p>
  )
}
