import { useRef } from 'react'

/** The attribute of a row's button that begins editing; its value is the row's key. */
export const EDIT_BUTTON = 'data-edit'

/**
 * The focus between a list and its form: into the form as editing begins, and back to the button
 * that it began with. `form` is the ref of the form's section; its field with `data-autofocus`, else
 * its first, gets it.
 */
export function useFormFocus() {
  const form = useRef<HTMLElement>(null)
  const origin = useRef<HTMLElement | null>(null)
  const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
  const focusField = () =>
    (find('[data-autofocus]') ?? find('input:not([type=file])') ?? find('h2'))?.focus()
  const enter = () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && !form.current?.contains(activeElement)) {
      origin.current = activeElement
    }
    // The form still has its old content while the press is handled.
    requestAnimationFrame(() => {
      focusField()
      keepInView(form.current)
    })
  }
  /** For a form that is loaded after its heading: the focus that waits there goes on into it. */
  const passOn = () => {
    if (document.activeElement === find('h2')) focusField()
  }
  const leave = () => {
    const from = origin.current
    origin.current = null
    if (!from) return
    const key = from.getAttribute(EDIT_BUTTON)
    requestAnimationFrame(() => {
      // A list that was loaded again has new buttons.
      const again =
        key && document.querySelector<HTMLElement>(`[${EDIT_BUTTON}="${CSS.escape(key)}"]`)
      ;(again || (from.isConnected ? from : find('h2')))?.focus()
    })
  }
  return { form, enter, passOn, leave }
}

const LOADING_MS = 3000

/** A list that is still loading above the form, as on a phone, would push it out of sight. */
function keepInView(form: HTMLElement | null): void {
  const observer = new ResizeObserver(() => {
    const { activeElement } = document
    if (!activeElement || !form?.contains(activeElement)) return
    const { top, bottom } = activeElement.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) activeElement.scrollIntoView({ block: 'center' })
  })
  observer.observe(document.body)
  setTimeout(() => observer.disconnect(), LOADING_MS)
}
