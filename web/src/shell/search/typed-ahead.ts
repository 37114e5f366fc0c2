/** An accent that waits for its letter, as a dead key writes it; a word of a phone's keyboard is none. */
const WAITING_ACCENT = /[´`^~¨]$/
/** Somebody may have meant the accent itself. */
const LETTER_WITHIN_MS = 1000

/** Resolves when no accent waits for its letter, which it would lose with the focus; at most a second later. */
export function accented(input: HTMLInputElement): Promise<void> {
  if (!WAITING_ACCENT.test(input.value)) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LETTER_WITHIN_MS)
    const end = () => {
      if (WAITING_ACCENT.test(input.value)) return
      clearTimeout(timer)
      resolve()
    }
    for (const name of ['input', 'compositionend']) input.addEventListener(name, end)
  })
}

/**
 * Gives what was typed into `ahead`, once, and takes it from the page. Its focus, now or whenever it is
 * given back to it, is that of the element `from` where it was before; nobody who went elsewhere is
 * brought back.
 */
export function createTyped(ahead: HTMLInputElement, from: HTMLElement): () => string {
  // A dialog gives the focus back to what had it when it opened.
  ahead.addEventListener('blur', ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('[role="dialog"]')) {
      from = relatedTarget
    }
  })
  ahead.focus = (options) => from.focus(options)
  return () => {
    const had = document.activeElement === ahead
    ahead.remove()
    if (had) from.focus()
    const { value } = ahead
    ahead.value = ''
    return value
  }
}
