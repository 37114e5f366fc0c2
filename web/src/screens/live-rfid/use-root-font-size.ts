import { useEffect, useState } from 'react'

const rootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
const USUAL = 16

/** The pixels of one rem: more where somebody has made the text larger. */
export function useRootFontSize(): number {
  const [size, setSize] = useState(rootFontSize)
  useEffect(() => {
    // There is no event for it, but the page's box changes with it.
    const watcher = new ResizeObserver(() => setSize(rootFontSize()))
    watcher.observe(document.documentElement)
    return () => watcher.disconnect()
  }, [])
  return size || USUAL
}
