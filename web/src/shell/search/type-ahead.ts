/**
 * Collects what is typed from now on, until the returned function gives it back, once: the field that
 * it is meant for does not have the focus yet.
 */
export function typeAhead(): () => string {
  let typed = ''
  const take = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.key.length > 1) return
    typed += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', take, true)
  return () => {
    window.removeEventListener('keydown', take, true)
    const all = typed
    typed = ''
    return all
  }
}
