import { useComputedColorScheme } from '@mantine/core'
import { useIsPrinting } from '../paper/use-is-printing.ts'
import type { ColorScheme } from './palette.ts'

/** The colour scheme of charts: the page's, and on paper the light one. */
export function useChartScheme(): ColorScheme {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return useIsPrinting() ? 'light' : scheme
}
