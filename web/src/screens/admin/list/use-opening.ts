import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { useMayEdit } from './use-may-edit.ts'

/** What a link into a tab asks its form for: a new row with this tag, or the row to edit. */
export interface Opening {
  /** `?nuevo=1&tag=…`; empty where it names none. */
  readonly tag: string
  /** `?editar=…`; null for a new row. */
  readonly id: number | null
  /** The state of the link's history entry: where one is to be again once it is saved, if anywhere. */
  readonly state: unknown
}

/**
 * Calls `onOpen` once with what the address asks for, and removes that from the address. Who may
 * add nothing is told so instead.
 */
export function useOpening(onOpen: (opening: Opening) => void): void {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const mayEdit = useMayEdit()
  const dialogs = useDialogs()
  const isNew = search.get('nuevo') === '1'
  const id = search.get('editar')
  const open = useEffectEvent(() => {
    const tag = isNew ? (search.get('tag') ?? '') : ''
    if (mayEdit) onOpen({ tag, id: isNew ? null : Number(id), state })
    else if (isNew) {
      import('../../../reads/unknown-tag/register-refused.tsx').then(
        ({ registerRefused }) => dialogs.open(registerRefused(tag)),
        // The hub is away, which the page says.
        () => {},
      )
    }
    const rest = new URLSearchParams(search)
    for (const name of ['nuevo', 'tag', 'editar']) rest.delete(name)
    setSearch(rest, { replace: true })
  })
  const isAsked = isNew || /^\d{1,15}$/.test(id ?? '')
  useEffect(() => {
    if (isAsked) open()
  }, [isAsked, id])
}
