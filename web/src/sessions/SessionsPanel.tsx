import { Box, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '@vehicle-control/protocol'
import { useMemo, useRef, useState } from 'react'
import { endSessions, fetchSessions } from '../api/account/sessions.ts'
import { hasStatus, wordsOf } from '../api/http/api-error.ts'
import { useSiteTimeZone } from '../api/settings/public-config.ts'
import { useApp } from '../app-parts.ts'
import { StateMark } from '../components/StateMark.tsx'
import { takeFocus } from '../forms/form-issues.ts'
import { Notice } from '../forms/Notice.tsx'
import { Problem } from '../forms/Problem.tsx'
import { useSubmission } from '../forms/use-submission.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { SESSION_TEXTS as TEXTS, type SessionWords } from '../texts/account/sessions.ts'
import { wordsOfAge } from './words-of-age.ts'

/** Whose sessions they are, and how they end. */
interface SessionsPanelProps {
  /** Distinguishes them from those of other accounts. */
  of: string
  fetch: (signal: AbortSignal) => Promise<OwnSession[]>
  /** One, or all but the current one; resolves to how many ended. */
  end: (which: number | 'others') => Promise<number>
  words: SessionWords
}

/** The sessions of one's own account. */
export function OwnSessionsPanel() {
  const { api } = useApp()
  return (
    <SessionsPanel
      of="own"
      fetch={(signal) => fetchSessions(api, signal)}
      end={(which) => endSessions(api, which)}
      words={TEXTS.own}
    />
  )
}

/** The sessions of an account, and the way to end them. */
export function SessionsPanel({ of, fetch, end: endAtHub, words }: SessionsPanelProps) {
  const queries = useQueryClient()
  const queryKey = ['sessions', of]
  const {
    data: sessions,
    isFetching,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetch(signal),
    staleTime: 0,
    gcTime: 0,
  })
  const { isBusy, problem, submit } = useSubmission()
  const [ended, setEnded] = useState<number | null>(null)
  const [isAsking, setAsking] = useState(false)
  const title = useRef<HTMLParagraphElement>(null)
  const others = sessions?.filter(({ current }) => !current).length ?? 0

  const end = (which: number | 'others') => {
    setEnded(null)
    setAsking(false)
    void submit(async () => {
      let count: number
      try {
        count = await endAtHub(which)
      } catch (failure) {
        // It had ended already; the list is out of date.
        if (!hasStatus(failure, 404)) throw failure
        count = 1
      }
      await queries.invalidateQueries({ queryKey })
      setEnded(count)
      // The pressed button disappeared with its row.
      title.current?.focus()
    })
  }

  return (
    <div className="stack" data-align="start">
      <Text ref={title} tabIndex={-1} size="sm">
        {words.hint}
      </Text>
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.failed)}</Problem>
      {ended !== null && <Notice isGood>{TEXTS.ended(ended)}</Notice>}
      {error && !isFetching && (
        <>
          <Problem>{TEXTS.loadFailed}</Problem>
          <Button variant="default" onClick={() => void refetch()}>
            {TEXTS.retry}
          </Button>
        </>
      )}
      {!sessions && isFetching && <output>{TEXTS.loading}</output>}
      {sessions && (
        <Box component="ul" aria-label={TEXTS.list} className="lines" w="100%">
          {sessions.map((one) => (
            <SessionRow key={one.id} session={one} isBusy={isBusy} onEnd={() => end(one.id)} />
          ))}
        </Box>
      )}
      {sessions && others === 0 && <Text size="sm">{words.noOthers}</Text>}
      {others > 0 && !isAsking && (
        <Button variant="default" aria-disabled={isBusy} onClick={() => setAsking(true)}>
          {words.endOthers}
        </Button>
      )}
      {others > 0 && isAsking && (
        <EndOthers
          ask={words.ask}
          onConfirm={() => end('others')}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}

interface EndOthersProps {
  ask: string
  onConfirm: () => void
  onCancel: () => void
}

/** The question before every other session ends. */
function EndOthers({ ask, onConfirm, onCancel }: EndOthersProps) {
  return (
    <Box component="fieldset" className="box" w="100%" p="0.75rem" style={{ background: 'none' }}>
      <Box component="legend" className="strong" px="0.25rem">
        {ask}
      </Box>
      <Text size="sm">{TEXTS.askDetail}</Text>
      <Box className="wrap" pt="0.5rem">
        <Button color="red" onClick={onConfirm}>
          {TEXTS.confirm}
        </Button>
        <Button ref={takeFocus} variant="default" onClick={onCancel}>
          {TEXTS.cancel}
        </Button>
      </Box>
    </Box>
  )
}

interface SessionRowProps {
  session: OwnSession
  isBusy: boolean
  onEnd: () => void
}

/** One session: where, since when, last used when; the current one has no button to end it. */
function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const app = useApp()
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const device = session.device ?? TEXTS.unknownDevice
  const address = session.address ?? TEXTS.unknownAddress
  const used = Date.parse(session.last_used_at)
  return (
    <li className="row spread" data-gap="lines">
      <Box className="column anywhere" flex="1 1 14rem">
        <strong>{device}</strong>
        <span className="hint">{address}</span>
        {site && (
          <>
            <time className="hint" dateTime={session.created_at}>
              {TEXTS.since(site.full(Date.parse(session.created_at)))}
            </time>
            <time className="hint" dateTime={session.last_used_at}>
              {TEXTS.used(wordsOfAge(app.serverClock.now() - used), site.full(used))}
            </time>
          </>
        )}
      </Box>
      {session.current ? (
        <StateMark tone="good">{TEXTS.current}</StateMark>
      ) : (
        <Button
          variant="default"
          size="sm"
          aria-label={TEXTS.endOf(`${device}, ${address}`)}
          aria-disabled={isBusy}
          onClick={onEnd}
        >
          {TEXTS.end}
        </Button>
      )}
    </li>
  )
}
