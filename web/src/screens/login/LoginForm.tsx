import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { useRef, useState, type SubmitEvent } from 'react'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { Problem } from '../../forms/Problem.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { texts } from '../../texts/app.ts'
import classes from '../../forms/form.module.css'
import type { ScreenProps } from '../table.ts'
import { useDemoLogin } from './use-demo-login.ts'
import { useLogin } from './use-login.ts'

const nothing = { email: '', password: '' }

/** Email and password, prefilled with what the hub offers until somebody types. */
export function LoginForm({ loadShell }: Pick<ScreenProps, 'loadShell'>) {
  const { isBusy, whileBusy, problem, submit } = useLogin(loadShell)
  const demo = useDemoLogin()
  const [typed, setTyped] = useState<typeof nothing | null>(null)
  const { email, password } = typed ?? demo ?? nothing
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
        label={texts.login.email}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        value={email}
        onChange={(event) => setTyped({ email: event.currentTarget.value, password })}
        error={isChecked && !email.trim() && texts.login.emailRequired}
        aria-required
        {...whileBusy}
      />
      <PasswordField
        ref={passwordField}
        label={texts.login.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setTyped({ email, password: event.currentTarget.value })}
        error={isChecked && !password && texts.login.passwordRequired}
        aria-required
        {...whileBusy}
      />
      <SubmitButton isBusy={isBusy}>
        {isBusy ? texts.login.submitting : texts.login.submit}
      </SubmitButton>
    </form>
  )
}
