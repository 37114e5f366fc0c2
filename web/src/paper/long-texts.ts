import { useEffect } from 'react'

/** No column of paper needs more than two lines for so many signs. */
const LONG = 40
const MARK = 'data-long-text'
/** Two lines, and no other column's room. */
const TWO_LINES = `
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; max-width: 24em;
  overflow: hidden; overflow-wrap: anywhere; white-space: normal`

/**
 * Gives the long texts of printed tables, such as a company's whole name, two lines at most; a cell
 * itself can be cut to one alone.
 */
export function useCutLongTexts(): void {
  useEffect(() => {
    addEventListener('beforeprint', cut)
    addEventListener('afterprint', restore)
    return () => {
      restore()
      removeEventListener('beforeprint', cut)
      removeEventListener('afterprint', restore)
    }
  }, [])
}

function cut(): void {
  restore()
  for (const cell of document.querySelectorAll('td')) {
    const { firstChild: text } = cell
    // React writes a new text over whatever such a cell holds.
    if (!(text instanceof Text) || cell.childNodes.length > 1 || text.length <= LONG) continue
    const span = document.createElement('span')
    span.style.cssText = TWO_LINES
    span.toggleAttribute(MARK, true)
    cell.append(span)
    span.append(text)
  }
}

function restore(): void {
  for (const span of document.querySelectorAll(`td > [${MARK}]`)) {
    span.replaceWith(...span.childNodes)
  }
}
