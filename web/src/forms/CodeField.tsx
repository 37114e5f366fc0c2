import '@mantine/core/styles/Input.css'
import { Anchor, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { TEXTS } from '../texts/app.ts'
import classes from './form.module.css'

/** No code is shorter. */
const CODE_MIN = 6

/** Blanks and hyphens, which codes are written with, do not count. */
export function isWholeCode(text: string): boolean {
  return text.replaceAll(/[\s-]/g, '').length >= CODE_MIN
}

interface CodeFieldProps extends TextInputProps {
  /** A recovery code is none of these. */
  isOfApp?: boolean
}

/** The code of a second factor. A phone shows digits, and letters where somebody asks for them. */
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
        label={TEXTS.code.label}
        description={isOfApp ? TEXTS.code.hintOfApp : TEXTS.code.hint}
        classNames={{ description: classes.hint }}
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
          {hasLetters ? TEXTS.code.digits : TEXTS.code.letters}
        </Anchor>
      )}
    </div>
  )
}
