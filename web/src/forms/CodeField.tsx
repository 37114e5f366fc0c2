import '@mantine/core/styles/Input.css'
import { Anchor, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { CODE_TEXTS } from '../texts/account/code.ts'
import classes from './form.module.css'

/** The length of the shortest code. */
const CODE_MIN = 6

/** True for a code that is long enough, without the blanks and hyphens in it. */
export function isWholeCode(text: string): boolean {
  return text.replaceAll(/[\s-]/g, '').length >= CODE_MIN
}

interface CodeFieldProps extends TextInputProps {
  /** Takes codes of the app only, and no recovery code. */
  isOfApp?: boolean
}

/** The code of a second factor. A phone's keyboard has digits, and letters on request. */
export function CodeField({ isOfApp = false, ...props }: CodeFieldProps) {
  const [hasLetters, setLetters] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const change = () => {
    setLetters(!hasLetters)
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} className={classes.code}>
      <TextInput
        label={CODE_TEXTS.label}
        description={isOfApp ? CODE_TEXTS.hintOfApp : CODE_TEXTS.hint}
        name="code"
        inputMode={hasLetters ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        size="md"
        maxLength={32}
        aria-required
        {...props}
      />
      {!isOfApp && (
        <Anchor component="button" type="button" size="sm" underline="always" onClick={change}>
          {hasLetters ? CODE_TEXTS.digits : CODE_TEXTS.letters}
        </Anchor>
      )}
    </div>
  )
}
