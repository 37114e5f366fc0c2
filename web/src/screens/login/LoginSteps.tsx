import { Suspense, useCallback, useEffect, useState } from 'react'
import { useApp } from '../../app-parts.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { TEXTS } from '../../texts/app.ts'
import type { ScreenProps } from '../table.ts'
import { LoginForm } from './LoginForm.tsx'
import type { Credentials, Return } from './use-login.ts'

const CodeForm = lazyPart(async () => (await import('./CodeForm.tsx')).CodeForm)

/** A password is held no longer for a code that does not come. */
const HELD_MS = 5 * 60_000

/** Email and password; then, where the account has a second factor, its code. */
export function LoginSteps({ loadShell }: Pick<ScreenProps, 'loadShell'>) {
  const { clock } = useApp()
  // In memory alone, and forgotten with every way out of the second step.
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
