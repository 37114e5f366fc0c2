import { useEffect, useRef, useState } from 'react'
import { FORM_TEXTS } from '../texts/forms.ts'
import { Notice } from './Notice.tsx'

/**
 * Says that a form has again what was typed in it, and takes the focus into that form. It goes as the
 * form is sent, which may stay for the next one.
 */
export function DraftNotice({ isShown }: { isShown: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    const form = isShown ? place.current?.closest('form') : null
    if (!form || form.contains(document.activeElement)) return
    form.querySelector<HTMLElement>('[data-autofocus], input:not([type=file])')?.focus()
  }, [isShown])
  useEffect(() => {
    const form = place.current?.closest('form')
    const hide = () => setSent(true)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [isShown])
  return (
    isShown &&
    !isSent && (
      <div ref={place}>
        <Notice>{FORM_TEXTS.restored}</Notice>
      </div>
    )
  )
}
