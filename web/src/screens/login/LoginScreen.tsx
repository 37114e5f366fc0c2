import '@mantine/core/styles/Alert.css'
import { Alert, Anchor } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { isWallBrowser } from '../../browser/wall-browser.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { PublicPage } from '../../components/PublicPage.tsx'
import { LOGIN_TEXTS } from '../../texts/account/login.ts'
import { TEXTS } from '../../texts/app.ts'
import { PAIRING_PATH, type ScreenProps } from '../table.ts'
import classes from './login.module.css'
import { LoginForm } from './LoginForm.tsx'
import type { Credentials, Return } from './use-login.ts'

const CodeForm = lazyPart(async () => (await import('./CodeForm.tsx')).CodeForm)
/** How long a password is kept in memory for a code that does not come. */
const HELD_MS = 5 * 60_000

export function LoginScreen({ loadShell }: Pick<ScreenProps, 'loadShell'>) {
  const { session, storage } = useApp()
  const [search] = useSearchParams()
  // A wall has no keyboard.
  const isForWall =
    isWallBrowser(storage) || search.has('pantalla') || /[?&]kiosk=1/.test(search.get('next') ?? '')
  const isExpired = useStore(session.state, (state) => state.ended === 'expired')
  useEffect(() => {
    import('../../components/late-font.css').catch(() => {
      // Only looks depend on it.
    })
  }, [])
  return (
    <PublicPage title={LOGIN_TEXTS.title}>
      {isExpired && (
        <Alert
          role="alert"
          color="yellow"
          icon={<IconClock aria-hidden />}
          title={LOGIN_TEXTS.expired}
          classNames={{ root: classes.expired, label: classes.expiredTitle }}
        >
          {LOGIN_TEXTS.expiredHint}
        </Alert>
      )}
      <LoginSteps loadShell={loadShell} />
      <Anchor component={Link} to="/reset-password" ta="center" size="sm" underline="always">
        {LOGIN_TEXTS.forgot}
      </Anchor>
      {isForWall && (
        <Anchor component={Link} to={PAIRING_PATH} ta="center" size="sm" underline="always">
          {LOGIN_TEXTS.pairing}
        </Anchor>
      )}
    </PublicPage>
  )
}

/** Email and password; then, where the account has a second factor, its code. */
function LoginSteps({ loadShell }: Pick<ScreenProps, 'loadShell'>) {
  const { clock } = useApp()
  // Only in memory, and dropped however the second step ends.
  const [held, setHeld] = useState<Credentials | null>(null)
  const [returned, setReturned] = useState<Return | null>(null)
  const goBack = useCallback((why: Return) => {
    setHeld(null)
    setReturned(why)
  }, [])
  useEffect(
    () => (held ? clock.after(HELD_MS, () => goBack('late')) : undefined),
    [held, clock, goBack],
  )

  return held ? (
    <Suspense fallback={<output>{TEXTS.failure.loading}</output>}>
      <CodeForm credentials={held} loadShell={loadShell} onBack={goBack} />
    </Suspense>
  ) : (
    <LoginForm returned={returned} loadShell={loadShell} onCodeWanted={setHeld} />
  )
}
