import { useEffect, useRef } from 'react'
import { FORM_TEXTS } from '../texts/forms.ts'
import { Notice } from './Notice.tsx'

/** Says that a form has again what was typed in it, and takes the focus into that form. */
export function DraftNotice({ isShown }: { isShown: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = isShown ? place.current?.closest('form') : null
    if (!form || form.contains(document.activeElement)) return
    form.querySelector<HTMLElement>('[data-autofocus], input:not([type=file])')?.focus()
  }, [isShown])
  return isShown && <div ref={place}>{<Notice>{FORM_TEXTS.restored}</Notice>}</div>
}
