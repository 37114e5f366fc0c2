import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { type DraftFields, draftOf, keepDraft, takeDraft } from './kept-draft.ts'

interface KeptDraftOptions {
  /** Tells this form, and what it edits, from all others. */
  name: string
  /** Added to the address that leads back to the form. */
  query?: Readonly<Record<string, string>>
  /** What is to be kept, never a secret; null where nothing was typed. */
  read: () => DraftFields | null
  /** Puts what was kept back into the fields. */
  restore: (fields: DraftFields) => void
}

/**
 * What is typed outlives the end of a session that came from elsewhere: an age, another tab, another
 * password. True once it was put back.
 */
export function useKeptDraft({ name, query, read, restore }: KeptDraftOptions): boolean {
  const app = useApp()
  const [left] = useState(() => draftOf(app, name))
  const put = useEffectEvent(() => {
    const fields = takeDraft(app, name)
    if (fields !== null) restore(fields)
  })
  const keep = useEffectEvent(() => {
    const { token, ended } = app.session.state.get()
    const fields = token === null && ended !== 'logout' ? read() : null
    if (fields === null) return
    const { pathname, search } = window.location
    const parameters = new URLSearchParams(search)
    for (const [key, value] of Object.entries(query ?? {})) parameters.set(key, value)
    const address = parameters.size === 0 ? pathname : `${pathname}?${parameters}`
    keepDraft(app, { name, fields, address })
  })
  useEffect(() => {
    put()
    return app.session.state.subscribe(() => keep())
  }, [app])
  return left !== null
}

/** The part of a form that its draft is read from. */
interface DraftedForm<Values extends object> {
  isDirty: () => boolean
  getValues: () => Values
  getInitialValues: () => Values
}

/** What was typed: of a row that is edited its changed fields only, since others may edit it, too. */
export function typedIn<Values extends object>(
  form: DraftedForm<Values>,
  isNew: boolean,
): DraftFields | null {
  if (!form.isDirty()) return null
  const before = new Map<string, unknown>(Object.entries(form.getInitialValues()))
  const values: [string, unknown][] = Object.entries(form.getValues())
  return Object.fromEntries(values.filter(([key, value]) => isNew || value !== before.get(key)))
}
