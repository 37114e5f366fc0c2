import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ColorScheme } from './palette.ts'

/** The colour scheme of charts: the page's, and on paper the light one. */
export function useChartScheme(): ColorScheme {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Synchronously: the browser prints the page as it is when the listener returns.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting ? 'light' : scheme
}
