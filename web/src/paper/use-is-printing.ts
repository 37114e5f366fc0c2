import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Synchronously: the browser prints the page as it is when the listener returns. And captured:
    // before those listeners that change what is drawn for paper.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before, true)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before, true)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}
