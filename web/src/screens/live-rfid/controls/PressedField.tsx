import { Input } from '@mantine/core'
import { Suspense, useId, useState, type ReactNode } from 'react'
import classes from './controls.module.css'

interface PressedFieldProps {
  label: string
  /** What the field holds, in words. */
  shown: string
  isEmpty: boolean
  fault?: string | null
  /** Loads the field that takes the place; the function makes it from what was loaded. */
  children: ReactNode
}

/** Looks like a field, and becomes one when it is pressed: what the field is made of is loaded then. */
export function PressedField({ label, shown, isEmpty, fault = null, children }: PressedFieldProps) {
  const [isPressed, setPressed] = useState(false)
  const id = useId()
  const placeholder = (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      error={fault}
      errorProps={{ role: 'alert' }}
    >
      <Input
        component="button"
        type="button"
        id={id}
        pointer
        aria-label={`${label}: ${shown}`}
        aria-haspopup="dialog"
        aria-busy={isPressed}
        onClick={() => setPressed(true)}
      >
        <span className={isEmpty ? classes.empty : undefined}>{shown}</span>
      </Input>
    </Input.Wrapper>
  )
  return isPressed ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder
}
