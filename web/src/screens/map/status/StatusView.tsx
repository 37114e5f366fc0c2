import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import { Box, Input, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { DataAge } from '../../../components/DataAge.tsx'
import { GateDrawing } from '../../../components/first-steps/drawings.tsx'
import { useIsWall } from '../../../components/wall/wall.ts'
import type { KnownAgent } from '../../../live/known-agent.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { useAgentStatus } from '../../../live/use-agents.ts'
import { createSiteTime, formatCount } from '../../../site-time/site-time.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import { createAgentBoard } from './agent-board.ts'
import { searchAgents } from './agent-search.ts'
import { AgentState } from './AgentCard.tsx'
import { AgentCards, AgentSquares } from './AgentGrid.tsx'
import classes from './status-view.module.css'
import { useIsOld } from './use-is-old.ts'

const NAME = 'q'
/** Browsers refuse too frequent changes of the address, as at every key. */
const REST_MS = 400

/** Every agent with its state, as cards, or as squares on a wall (`kiosk=1`). */
export function StatusView() {
  const app = useApp()
  const { agents } = useLiveLink()
  const { isLoading, error, loadedAt } = useAgentStatus(app)
  const [board] = useState(() => createAgentBoard(agents, app.clock))
  useEffect(() => board.start(), [board])
  const all = useStore(board.shown, (shown) => shown)

  const [text, setText] = useSearchText()
  const wanted = useDeferredValue(text)
  const found = useMemo(() => searchAgents(all, wanted), [all, wanted])
  const isOld = useIsOld(loadedAt)
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => (timeZone ? createSiteTime(timeZone) : null), [timeZone])
  const isWall = useIsWall()

  return (
    <section className="stack" data-gap="page" aria-label={TEXTS.title} data-paper={TEXTS.title}>
      <p className="screen-title paper-only" aria-hidden>
        {TEXTS.title}
      </p>
      <StatusHead
        text={text}
        onText={setText}
        found={wanted.trim() === '' ? null : found.length}
        oldSince={isOld ? loadedAt : null}
        isKnown={loadedAt > 0 || all.length > 0}
        isWall={isWall}
      />
      {isWall && <OfflineNames agents={found} />}
      {found.length > 0 && site ? (
        isWall ? (
          <AgentSquares agents={found} site={site} isStale={isOld} />
        ) : (
          <AgentCards agents={found} site={site} isStale={isOld} onOccupied={board.hold} />
        )
      ) : (
        <Nothing
          isLoading={isLoading || !site}
          hasFailed={error !== null}
          isEmpty={all.length === 0}
        />
      )}
    </section>
  )
}

/** As many names as a wide line holds. */
const NAMED_MAX = 30

/** Names the offline agents: on a wall nobody points at a square to see its name. */
function OfflineNames({ agents }: { agents: readonly KnownAgent[] }) {
  const offline = agents.filter(({ online }) => !online)
  const names = offline.slice(0, NAMED_MAX).map(({ name }) => name)
  return (
    <Box component="p" className="clip bad strong" h="1.5rem">
      {names.length > 0 && TEXTS.offlineNames(formatCount(offline.length), names.join(', '))}
    </Box>
  )
}

function Nothing(props: { isLoading: boolean; hasFailed: boolean; isEmpty: boolean }) {
  if (!props.isEmpty) return <p className={classes.nothing}>{TEXTS.noMatch}</p>
  if (props.hasFailed) return <p className={classes.nothing}>{TEXTS.noAnswer}</p>
  if (props.isLoading) return <p className={classes.nothing}>{TEXTS.loading}</p>
  return (
    <div className={classes.nothing}>
      <GateDrawing />
      <p>{TEXTS.empty}</p>
      <p className={classes.hint}>{TEXTS.emptyHint}</p>
    </div>
  )
}

/** The text of the search, which the address holds once the typing rests. */
function useSearchText(): [text: string, setText: (text: string) => void] {
  const { clock } = useApp()
  const [params, setParams] = useSearchParams()
  const inAddress = params.get(NAME) ?? ''
  const [text, setText] = useState(inAddress)
  const [known, setKnown] = useState(inAddress)
  // A link or «back» changed the address.
  if (inAddress !== known) {
    setKnown(inAddress)
    setText(inAddress)
  }
  useEffect(() => {
    if (text === inAddress) return
    return clock.after(REST_MS, () => {
      setKnown(text)
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (text) after.set(NAME, text)
          else after.delete(NAME)
          return after
        },
        { replace: true },
      )
    })
  }, [clock, text, inAddress, setParams])
  return [text, setText]
}

interface StatusHeadProps {
  text: string
  onText: (text: string) => void
  /** The number of agents that the search found; null without a search. */
  found: number | null
  /** When out-of-date data was loaded, by this browser's clock; null where it is up to date. */
  oldSince: number | null
  /** False while nobody has said how many agents there are. */
  isKnown: boolean
  isWall: boolean
}

/** Legend, numbers and search; all of its lines keep their height. */
function StatusHead({ text, onText, found, oldSince, isKnown, isWall }: StatusHeadProps) {
  const total = useStore(useLiveLink().agents.summary, (summary) => summary.total)
  const online = useStore(useLiveLink().agents.summary, (summary) => summary.online)
  return (
    <div className={classes.head}>
      <ul className="wrap" data-gap="lines" aria-label={TEXTS.legend}>
        <li>
          <AgentState isOnline />
        </li>
        <li>
          <AgentState isOnline={false} />
        </li>
      </ul>
      <p className="strong">
        {isKnown
          ? TEXTS.summary(formatCount(total), formatCount(online))
          : TEXTS.summary(TEXTS.none, TEXTS.none)}
      </p>
      <div className={classes.notes}>
        {oldSince !== null && <DataAge tone="warn" since={oldSince} />}
        <output>{found !== null && TEXTS.found(formatCount(found), formatCount(total))}</output>
      </div>
      {!isWall && <Search text={text} onText={onText} />}
    </div>
  )
}

function Search({ text, onText }: Pick<StatusHeadProps, 'text' | 'onText'>) {
  return (
    <TextInput
      className={classes.search}
      aria-label={TEXTS.search}
      placeholder={TEXTS.searchHint}
      value={text}
      maxLength={120}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.currentTarget.value)}
      rightSectionPointerEvents="auto"
      rightSection={
        text !== '' && <Input.ClearButton aria-label={TEXTS.clear} onClick={() => onText('')} />
      }
    />
  )
}
