import { useRef, useState } from 'react'
import { LIST_COUNT } from './ListFrame.tsx'

/** The attribute of a row's button that begins editing; its value is the row's key. */
export const EDIT_BUTTON = 'data-edit'

/** Of a form's section, while somebody is in it. Where it is a sheet, it is there only then. */
const OPEN = 'data-open'

/** Whether a form's section is a sheet over its list: where the styles have no room beside it. */
export const isSheet = (form: HTMLElement | null): boolean =>
  form !== null && getComputedStyle(form).position === 'fixed'

/**
 * The focus between a list and its form: into the form as editing begins, which opens its sheet, and
 * back to the button that it began with. `form` is the ref of the form's section; its field with
 * `data-autofocus`, else its first, gets it.
 */
export function useFormFocus() {
  const [form] = useState(createFormRef)
  const origin = useRef<HTMLElement | null>(null)
  const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
  const hasFocus = () => form.current?.contains(document.activeElement)
  const focusField = () =>
    (find('[data-autofocus]') ?? find('input:not([type=file])') ?? find('h2'))?.focus()
  const enter = () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && !hasFocus()) origin.current = activeElement
    form.setOpen(true)
    // The form still has its old content while the press is handled.
    requestAnimationFrame(focusField)
  }
  /** For a form that is loaded after its heading: the focus that waits there goes on into it. */
  const passOn = () => {
    if (document.activeElement === find('h2')) focusField()
  }
  /** For a form that has what was typed before a session ended: it must not be out of sight. */
  const noteTyped = () => {
    if (!hasFocus()) enter()
  }
  const leave = () => {
    const from = origin.current
    origin.current = null
    form.setOpen(false)
    const key = from?.getAttribute(EDIT_BUTTON)
    requestAnimationFrame(() => {
      // A list that was loaded again has new buttons.
      const again =
        key && document.querySelector<HTMLElement>(`[${EDIT_BUTTON}="${CSS.escape(key)}"]`)
      const back = again || (from?.isConnected && from !== document.body ? from : null)
      ;(back ?? document.querySelector<HTMLElement>(`[${LIST_COUNT}]`))?.focus()
    })
  }
  /** After a new one: the next is often entered right away, unless a sheet hides the list. */
  const goOn = () => (isSheet(form.current) ? leave() : enter())
  return { form, enter, passOn, noteTyped, leave, goOn }
}

/**
 * The ref of a form's section, which may come after somebody was led to it, or come anew: it is open
 * as it was told to be.
 */
function createFormRef() {
  let section: HTMLElement | null = null
  let isOpen = false
  const show = () => section?.toggleAttribute(OPEN, isOpen)
  return {
    get current() {
      return section
    },
    set current(next: HTMLElement | null) {
      section = next
      show()
    },
    setOpen(next: boolean) {
      isOpen = next
      show()
    },
  }
}
