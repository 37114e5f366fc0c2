import { useEffect } from 'react'
import { type To, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { type Filters, readFilters, writeFilters } from '../filters/filters.ts'

/** The router's state for an address that a figure's link led to. */
interface DrillMark {
  readonly drill: { readonly isToTable: boolean }
}

/** The properties of a link from a figure to its reads. */
interface DrillLink {
  to: To
  state: DrillMark
}

/** Makes the link that sets these filters; with `isToTable` the table then takes the focus. */
export type LinkTo = (part: Partial<Filters>, isToTable?: boolean) => DrillLink

/** Makes the links of figures; «back» undoes each. */
export function useDrill(): LinkTo {
  const { pathname, search } = useLocation()
  const now = new URLSearchParams(search)
  const filters = readFilters(now)
  return (part, isToTable = true) => {
    const written = writeFilters({ ...filters, ...part }, now)
    return { to: { pathname, search: written.toString() }, state: { drill: { isToTable } } }
  }
}

const TAKES_ESCAPE =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [aria-expanded="true"]'
const OPEN =
  'dialog[open], :popover-open, :is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])'

/**
 * Where a figure's link led here, the function that goes back; Esc does so too, unless it has
 * something else to close. Null elsewhere. `onTable` is called when the link was to the table.
 */
export function useDrillBack(onTable: () => void): (() => void) | null {
  const navigate = useNavigate()
  const { state, key } = useLocation()
  const isPush = useNavigationType() === 'PUSH'
  const mark = isMark(state) ? state.drill : null
  const isToTable = isPush && mark?.isToTable === true
  const isDrilled = mark !== null
  useEffect(() => {
    if (isToTable) onTable()
    // Depends on the key too: the same link may be followed twice.
  }, [isToTable, key, onTable])
  useEffect(() => {
    if (!isDrilled) return
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (target instanceof Element && target.closest(TAKES_ESCAPE)) return
      if (document.querySelector(OPEN)) return
      void navigate(-1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isDrilled, navigate])
  return isDrilled ? () => void navigate(-1) : null
}

function isMark(state: unknown): state is DrillMark {
  return typeof state === 'object' && state !== null && 'drill' in state
}
