/** A field that takes longer does not come: nobody's typing is held for it. */
const WITHIN_MS = 5000

/**
 * Collects what is typed from now on, behind `typed`, until the returned function gives it back, once:
 * the field that it is meant for does not have the focus yet. It ends by itself with Escape, a press elsewhere, or
 * after 5 s.
 */
export function typeAhead(typed = ''): () => string {
  const listening = new AbortController()
  const stop = () => listening.abort()
  const timer = setTimeout(stop, WITHIN_MS)
  const options = { capture: true, signal: listening.signal }
  const take = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape') return stop()
    if (event.ctrlKey || event.metaKey) return
    if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key.length === 1) typed += key
    // Enter would press what has the focus beneath.
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', take, options)
  window.addEventListener('pointerdown', stop, options)
  return () => {
    stop()
    clearTimeout(timer)
    const all = typed
    typed = ''
    return all
  }
}
