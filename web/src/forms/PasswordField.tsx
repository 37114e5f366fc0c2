import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { LOGIN_TEXTS } from '../texts/account/login.ts'

/** A password that can be shown; the button for that is reached by keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  const id = useId()
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      id={id}
      size="md"
      // Unlike Mantine's other fields this one does not tie its error to the input.
      aria-invalid={props.error ? true : undefined}
      aria-describedby={props.error ? `${id}-error` : undefined}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? LOGIN_TEXTS.hidePassword : LOGIN_TEXTS.showPassword,
      }}
      {...props}
    />
  )
}
