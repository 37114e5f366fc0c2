import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import { IconAlertCircle } from '@tabler/icons-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { texts } from '../../texts.ts'
import classes from './login.module.css'
import { useDemoLogin } from './use-demo-login.ts'
import { useLogin } from './use-login.ts'

/** Email and password. While it is sent the fields stay focusable, but neither change nor send. */
export function LoginForm() {
  const { isBusy, problem, submit } = useLogin()
  const demo = useDemoLogin()
  const [typedEmail, setEmail] = useState<string | null>(null)
  const [typedPassword, setPassword] = useState<string | null>(null)
  const isTouched = typedEmail !== null || typedPassword !== null
  const email = typedEmail ?? (isTouched ? '' : (demo?.email ?? ''))
  const password = typedPassword ?? (isTouched ? '' : (demo?.password ?? ''))
  const [isChecked, setChecked] = useState(false)
  const [isVisible, setVisible] = useState(false)
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
      {problem && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {problem}
        </Alert>
      )}
      <TextInput
        ref={emailField}
        label={texts.login.email}
        type="email"
        name="email"
        autoComplete="username"
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={isChecked && !email.trim() && texts.login.emailRequired}
        readOnly={isBusy}
        aria-disabled={isBusy}
        aria-required
      />
      <PasswordInput
        ref={passwordField}
        label={texts.login.password}
        name="password"
        autoComplete="current-password"
        size="md"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={isChecked && !password && texts.login.passwordRequired}
        readOnly={isBusy}
        aria-disabled={isBusy}
        aria-required
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{
          'aria-label': isVisible ? texts.login.hidePassword : texts.login.showPassword,
        }}
      />
      <Button type="submit" size="md" fullWidth aria-disabled={isBusy} className={classes.submit}>
        {isBusy ? texts.login.submitting : texts.login.submit}
      </Button>
    </form>
  )
}
