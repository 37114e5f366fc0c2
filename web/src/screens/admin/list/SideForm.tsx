import { useEffect, useEffectEvent, useId, type ReactNode, type RefObject } from 'react'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import classes from './side-form.module.css'
import { isSheet } from './use-form-focus.ts'

interface SideFormProps {
  title: string
  /** The tag that somebody came to register, in sight on a sheet whose field for it is not. */
  tag?: string
  /** From `useFormFocus`. */
  form: RefObject<HTMLElement | null>
  /** Called to leave it, where it is a sheet. */
  onClose: () => void
  children: ReactNode
}

/**
 * A form beside its list, visible while the list scrolls; on narrow screens a sheet over all else,
 * which is open while `useFormFocus` has somebody in it.
 */
export function SideForm({ title, tag, form, onClose, children }: SideFormProps) {
  const id = useId()
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape' && isSheet(form.current)) onClose()
  })
  useEffect(() => {
    const section = form.current
    const listen = (event: KeyboardEvent) => onKey(event)
    section?.addEventListener('keydown', listen)
    return () => section?.removeEventListener('keydown', listen)
  }, [form])
  return (
    <section
      ref={form}
      className={classes.side}
      aria-labelledby={id}
      // A press beside the fields keeps the focus in it, and so its Esc.
      tabIndex={-1}
    >
      <div className={classes.head}>
        <h2 id={id} tabIndex={-1} data-tag={tag}>
          {title}
        </h2>
        <button
          type="button"
          className={classes.close}
          aria-label={ADMIN_TEXTS.list.close}
          onClick={onClose}
        >
          <i className="close-icon" />
        </button>
      </div>
      {children}
    </section>
  )
}
