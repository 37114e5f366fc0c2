import { useEffect } from 'react'

/** Longer texts take lines rather than the room of other columns. */
const LONG = 40
const MARK = 'data-long-text'
const LINES = 'display: inline-block; max-width: 24em; overflow-wrap: anywhere; white-space: normal'

/**
 * Wraps the long texts of printed tables, such as a company's whole name, in lines of their own: all
 * of them is there, and no other column loses its room.
 */
export function useWrappedTexts(): void {
  useEffect(() => {
    addEventListener('beforeprint', wrap)
    addEventListener('afterprint', restore)
    return () => {
      restore()
      removeEventListener('beforeprint', wrap)
      removeEventListener('afterprint', restore)
    }
  }, [])
}

function wrap(): void {
  restore()
  for (const cell of document.querySelectorAll('td')) {
    const { firstChild: text } = cell
    // React writes a new text over whatever such a cell holds.
    if (!(text instanceof Text) || cell.childNodes.length > 1 || text.length <= LONG) continue
    const span = document.createElement('span')
    span.style.cssText = LINES
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
