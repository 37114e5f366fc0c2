import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ColorScheme } from './palette.ts'

/** Charts are drawn in the page's scheme, and on paper in the light one. */
export function useChartScheme(): ColorScheme {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // At once: when the listener returns the browser takes the page as it is.
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
