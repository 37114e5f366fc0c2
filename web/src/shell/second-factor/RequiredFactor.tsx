import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { fetchSecondFactor } from '../../api/account/second-factor.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { PublicPage } from '../../components/PublicPage.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { FACTOR_TEXTS } from '../../texts/account/second-factor.ts'
import { LogoutButton } from '../LogoutButton.tsx'
import { EnrolFactor } from './EnrolFactor.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const TEXTS = FACTOR_TEXTS.required

/**
 * The one page of somebody whose role demands a second factor that is not on. Once the session says
 * that the factor is on, the screen of the address is shown.
 */
export function RequiredFactor() {
  const { api, session } = useApp()
  const name = useStore(session.state, (state) => state.name)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [found, setFound] = useState<'unknown' | 'missing' | 'failed'>('unknown')

  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    fetchSecondFactor(api, abort.signal).then(
      ({ enabled, required }) => {
        // Switched on elsewhere, or not demanded any more.
        if (enabled || !required) session.noteFactor(enabled ? 'on' : 'off')
        else setFound('missing')
      },
      () => !abort.signal.aborted && setFound('failed'),
    )
    return () => abort.abort()
  }, [api, session, attempt])
  const retry = () => {
    setFound('unknown')
    setAttempt(attempt + 1)
  }

  return (
    <PublicPage title={codes ? FACTOR_TEXTS.codes.title : TEXTS.title}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => session.noteFactor('on')} />
      ) : (
        <>
          <Text size="sm">
            {name && <strong>{name}. </strong>}
            {TEXTS.hint} {FACTOR_TEXTS.what}
          </Text>
          {found === 'unknown' && <output>{FACTOR_TEXTS.loading}</output>}
          {found === 'failed' && (
            <>
              <Problem>{FACTOR_TEXTS.failed}</Problem>
              <Button variant="default" onClick={retry}>
                {FACTOR_TEXTS.retry}
              </Button>
            </>
          )}
          {found === 'missing' && <EnrolFactor onCodes={setCodes} />}
        </>
      )}
      {!codes && <LogoutButton />}
    </PublicPage>
  )
}
