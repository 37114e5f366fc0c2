import { useId, type ReactNode, type RefObject } from 'react'
import classes from './side-form.module.css'

interface SideFormProps {
  title: string
  /** From `useFormFocus`. */
  form: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A form beside its list, visible while the list scrolls; on narrow screens below it. */
export function SideForm({ title, form, children }: SideFormProps) {
  const id = useId()
  return (
    <section ref={form} className={classes.side} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
