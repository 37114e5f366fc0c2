import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { useRef, useState, type SubmitEvent } from 'react'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { TEXTS } from '../../texts/app.ts'
import classes from '../../forms/form.module.css'
import type { ScreenProps } from '../table.ts'
import { useDemoLogin } from './use-demo-login.ts'
import { useLogin } from './use-login.ts'

const NOTHING = { email: '', password: '' }

/** The fields hold the demo account, where the hub offers one, until somebody types. */
export function LoginForm({ loadShell }: Pick<ScreenProps, 'loadShell'>) {
  const { isBusy, whileBusy, problem, submit } = useLogin(loadShell)
  const demo = useDemoLogin()
  const [typed, setTyped] = useState<typeof NOTHING | null>(null)
  const { email, password } = typed ?? demo ?? NOTHING
  const [isChecked, setChecked] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setChecked(true)
    if (!email.trim()) emailField.current?.focus()
    else if (!password) passwordField.current?.focus()
    else void submit(email, password)
  }

  return (
    <form className={classes.form} noValidate onSubmit={send}>
      <Problem>{problem}</Problem>
      <TextInput
        ref={emailField}
        label={TEXTS.login.email}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        value={email}
        onChange={(event) => setTyped({ email: event.currentTarget.value, password })}
        error={isChecked && !email.trim() && TEXTS.login.emailRequired}
        aria-required
        {...whileBusy}
      />
      <PasswordField
        ref={passwordField}
        label={TEXTS.login.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setTyped({ email, password: event.currentTarget.value })}
        error={isChecked && !password && TEXTS.login.passwordRequired}
        aria-required
        {...whileBusy}
      />
      <SubmitButton isBusy={isBusy}>
        {isBusy ? TEXTS.login.submitting : TEXTS.login.submit}
      </SubmitButton>
    </form>
  )
}
