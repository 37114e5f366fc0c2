import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { fetchPublicConfig } from '../../api/settings/fetch-public-config.ts'
import { useApp } from '../../app-parts.ts'
import { Notice } from '../../forms/Notice.tsx'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { LOGIN_TEXTS } from '../../texts/account/login.ts'
import type { ScreenProps } from '../table.ts'
import look from './login.module.css'
import { refusalOf, useLogin, type Credentials, type Return } from './use-login.ts'

interface LoginFormProps extends Pick<ScreenProps, 'loadShell'> {
  /** Why the second step led back here; null where it did not. */
  returned: Return | null
  /** Called where the account has a second factor. */
  onCodeWanted: (credentials: Credentials) => void
}

const NOTHING: Credentials = { email: '', password: '' }

/** The first step of a login. Until somebody types, the fields hold the demo account, if any. */
export function LoginForm({ returned, loadShell, onCodeWanted }: LoginFormProps) {
  const { isBusy, whileBusy, problem, submit } = useLogin(loadShell)
  const demo = useDemoLogin()
  const [typed, setTyped] = useState<Credentials | null>(returned && NOTHING)
  const { email, password } = typed ?? demo ?? NOTHING
  const [isChecked, setChecked] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setChecked(true)
    const credentials = { email: email.trim().toLowerCase(), password }
    if (!email.trim()) emailField.current?.focus()
    else if (!password) passwordField.current?.focus()
    else {
      void submit(credentials, (failure) => {
        const isCodeWanted = refusalOf(failure) === 'second_factor_required'
        if (isCodeWanted) onCodeWanted(credentials)
        return isCodeWanted
      })
    }
  }
  useEffect(() => {
    if (returned) emailField.current?.focus()
  }, [returned])

  const refusal = returned === 'refused' && !isChecked ? LOGIN_TEXTS.invalidCredentials : null
  return (
    <>
      <form className="stack" data-gap="large" noValidate onSubmit={send}>
        <Problem>{refusal ?? problem}</Problem>
        {returned === 'late' && !isChecked && <Notice>{LOGIN_TEXTS.late}</Notice>}
        <TextInput
          ref={emailField}
          label={LOGIN_TEXTS.email}
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          value={email}
          onChange={(event) => setTyped({ email: event.currentTarget.value, password })}
          error={isChecked && !email.trim() && LOGIN_TEXTS.emailRequired}
          aria-required
          {...whileBusy}
        />
        <PasswordField
          ref={passwordField}
          label={LOGIN_TEXTS.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setTyped({ email, password: event.currentTarget.value })}
          error={isChecked && !password && LOGIN_TEXTS.passwordRequired}
          aria-required
          {...whileBusy}
        />
        <SubmitButton isBusy={isBusy}>
          {isBusy ? LOGIN_TEXTS.submitting : LOGIN_TEXTS.submit}
        </SubmitButton>
      </form>
      {demo && (
        <p className={look.demo}>
          <strong>{LOGIN_TEXTS.demo}</strong>
          {LOGIN_TEXTS.demoHint}
        </p>
      )}
    </>
  )
}

/** The demo account, which the hub offers while it still has its first password. */
function useDemoLogin() {
  const { api } = useApp()
  const [demo, setDemo] = useState<{ email: string; password: string } | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    fetchPublicConfig(api, abort.signal).then(
      (config) => setDemo(config.demoLogin),
      () => {
        // The fields then stay empty.
      },
    )
    return () => abort.abort()
  }, [api])
  return demo
}
