import { Anchor, Button } from '@mantine/core'
import type { InviteLook } from '@vehicle-control/protocol'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { wordsOf } from '../../api/http/api-error.ts'
import { lookAtInvite } from '../../api/people/invites.ts'
import { useApp } from '../../app-parts.ts'
import { PublicPage } from '../../components/PublicPage.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { INVITATION_TEXTS as TEXTS } from '../../texts/account/invitation.ts'
import { LOGIN_PATH } from '../table.ts'
import { AcceptForm } from './AcceptForm.tsx'
import { isInvalid } from './is-invalid.ts'

/** What is known of the invite so far; `none` of a page that was opened without a token. */
type Found =
  | { state: 'looking' | 'none' | 'invalid' }
  | { state: 'failed'; problem: unknown }
  | { state: 'good'; look: InviteLook }

/** The page of an invite's link: for whom it is and to what, and the choice of a password. */
export function InvitationScreen() {
  const { api, givenToken } = useApp()
  /** Each look at an invite is an object of its own: the same link may be opened twice. */
  const [given, setGiven] = useState(() => ({ token: givenToken.get() }))
  const { token } = given
  const [found, setFound] = useState<Found>({ state: token === '' ? 'none' : 'looking' })
  const look = (next: string) => {
    setGiven({ token: next })
    setFound({ state: 'looking' })
  }
  useEffect(() => {
    const take = () => {
      const next = givenToken.get()
      if (next === '') return
      look(next)
      givenToken.set('')
    }
    take()
    return givenToken.subscribe(take)
  }, [givenToken])
  useEffect(() => {
    if (given.token === '') return
    const abort = new AbortController()
    lookAtInvite(api, given.token, abort.signal).then(
      (answer) => setFound({ state: 'good', look: answer }),
      (problem: unknown) => {
        if (abort.signal.aborted) return
        setFound(isInvalid(problem) ? { state: 'invalid' } : { state: 'failed', problem })
      },
    )
    return () => abort.abort()
  }, [api, given])
  return (
    <PublicPage title={TEXTS.title}>
      {found.state === 'looking' && <output>{TEXTS.looking}</output>}
      {found.state === 'none' && <Refusal what={TEXTS.missing} hint={TEXTS.missingHint} />}
      {found.state === 'invalid' && <Refusal what={TEXTS.invalid} hint={TEXTS.invalidHint} />}
      {found.state === 'failed' && (
        <>
          <Problem>{wordsOf(found.problem, TEXTS.lookFailed)}</Problem>
          <Button variant="default" size="md" onClick={() => look(token)}>
            {TEXTS.retry}
          </Button>
        </>
      )}
      {found.state === 'good' && (
        <AcceptForm
          key={token}
          token={token}
          look={found.look}
          onInvalid={() => setFound({ state: 'invalid' })}
        />
      )}
    </PublicPage>
  )
}

function Refusal({ what, hint }: { what: string; hint: string }) {
  return (
    <>
      <Problem>{what}</Problem>
      <p>{hint}</p>
      <Anchor component={Link} to={LOGIN_PATH} ta="center" size="sm" underline="always">
        {TEXTS.login}
      </Anchor>
    </>
  )
}
