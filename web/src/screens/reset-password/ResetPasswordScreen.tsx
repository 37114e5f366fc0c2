import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { fetchPublicConfig } from '../../api/settings/fetch-public-config.ts'
import { useApp } from '../../app-parts.ts'
import { PublicPage } from '../../components/PublicPage.tsx'
import { RESET_TEXTS } from '../../texts/account/reset.ts'
import { LOGIN_PATH } from '../table.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { RequestForm } from './RequestForm.tsx'

/** The step of the recovery; `byHand` once somebody has gone from one step to the other. */
type Step =
  | { name: 'request'; byHand: boolean }
  | { name: 'reset'; byHand: boolean; token: string; isRequested: boolean }

function firstStep(token: string): Step {
  return token === ''
    ? { name: 'request', byHand: false }
    : { name: 'reset', byHand: false, token, isRequested: false }
}

/** The recovery of a password in two steps; a token in the address opens the second. */
export function ResetPasswordScreen() {
  const { api, givenToken } = useApp()
  const [step, setStep] = useState(() => firstStep(givenToken.get()))
  const [isMailed, setMailed] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    fetchPublicConfig(api, abort.signal).then(
      ({ mailer }) => setMailed(mailer),
      () => {
        // The texts are then those for a hub without mail, as the specification has them.
      },
    )
    return () => abort.abort()
  }, [api])
  useEffect(() => {
    givenToken.set('')
    return givenToken.subscribe(() => {
      const token = givenToken.get()
      if (token === '') return
      setStep(firstStep(token))
      givenToken.set('')
    })
  }, [givenToken])

  const requested = isMailed ? RESET_TEXTS.requestedByMail : RESET_TEXTS.requested
  return (
    <PublicPage title={RESET_TEXTS.title}>
      {step.name === 'request' ? (
        <RequestForm
          takesFocus={step.byHand}
          onDone={() => setStep({ name: 'reset', byHand: true, token: '', isRequested: true })}
        />
      ) : (
        <NewPasswordForm
          key={step.token}
          takesFocus={step.byHand}
          token={step.token}
          notice={step.isRequested ? requested : null}
          onRequestAgain={() => setStep({ name: 'request', byHand: true })}
        />
      )}
      <Anchor component={Link} to={LOGIN_PATH} ta="center" size="sm" underline="always">
        {RESET_TEXTS.back}
      </Anchor>
    </PublicPage>
  )
}
