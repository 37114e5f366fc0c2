import { useRef, useState } from 'react'

/** A form's call to the hub: one at a time; a further press meanwhile does nothing. */
export function useSubmission() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  // A ref, since state would be a render late for a second press of Enter.
  const isSending = useRef(false)

  const submit = async (call: () => Promise<void>, isShown = (_failure: unknown) => false) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem(null)
    try {
      await call()
    } catch (failure) {
      if (!isShown(failure)) setProblem(failure)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return {
    isBusy,
    /** The failure of the last call; null while it runs, and after one that worked. */
    problem,
    /** `isShown` may show a failure elsewhere; it returns true where it did. */
    submit,
    /** For fields: they keep the focus during the call, but take no input. */
    whileBusy: { readOnly: isBusy, 'aria-disabled': isBusy },
  }
}
