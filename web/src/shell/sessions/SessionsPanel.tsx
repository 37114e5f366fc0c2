import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { endSessions, sessionsQuery } from '../../api/account/sessions.ts'
import { hasStatus, wordsOf } from '../../api/http/api-error.ts'
import { useApp } from '../../app-parts.ts'
import { Notice } from '../../forms/Notice.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { SESSION_TEXTS as TEXTS } from '../../texts/account/sessions.ts'
import { EndOthers } from './EndOthers.tsx'
import { SessionRow } from './SessionRow.tsx'
import classes from './sessions.module.css'

/** The sessions of one's own account, and the way to end them. */
export function SessionsPanel() {
  const { api } = useApp()
  const queries = useQueryClient()
  const query = sessionsQuery(api)
  const { data: sessions, isFetching, error, refetch } = useQuery(query)
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
        count = await endSessions(api, which)
      } catch (failure) {
        // It had ended already, and the list is older than that.
        if (!hasStatus(failure, 404)) throw failure
        count = 1
      }
      await queries.invalidateQueries({ queryKey: query.queryKey })
      setEnded(count)
      // The pressed button went with its row.
      title.current?.focus()
    })
  }

  return (
    <div className={classes.panel}>
      <Text ref={title} tabIndex={-1} size="sm">
        {TEXTS.hint}
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
        <ul aria-label={TEXTS.list} className={classes.list}>
          {sessions.map((one) => (
            <SessionRow key={one.id} session={one} isBusy={isBusy} onEnd={() => end(one.id)} />
          ))}
        </ul>
      )}
      {sessions && others === 0 && <Text size="sm">{TEXTS.noOthers}</Text>}
      {others > 0 && !isAsking && (
        <Button variant="default" aria-disabled={isBusy} onClick={() => setAsking(true)}>
          {TEXTS.endOthers}
        </Button>
      )}
      {others > 0 && isAsking && (
        <EndOthers onConfirm={() => end('others')} onCancel={() => setAsking(false)} />
      )}
    </div>
  )
}
