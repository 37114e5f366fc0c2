import { useEffect, useState } from 'react'
import { rootFontSize } from '../../browser/root-font-size.ts'

const USUAL = 16

/** Follows the pixels of one rem. */
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
