/** The colours of unknown tags on paper and in files: those of the page's light scheme. */
export const UNKNOWN_ON_PAPER = { text: '#8f4700', ground: '#fff4e0' } as const

/** The colours of charts on canvas, which no style sheet reaches. */
export interface ChartPalette {
  readonly surface: string
  readonly text: string
  readonly muted: string
  readonly grid: string
  readonly line: string
  readonly fill: string
  /** From none to most; each text stands out against its fill by 4.5:1 or more. */
  readonly heat: readonly { readonly fill: string; readonly text: string }[]
}

/** The schemes as Mantine names them. */
export type ColorScheme = 'light' | 'dark'

/** The palettes of both schemes, at WCAG AA; paper uses the light one. */
export const PALETTES: Record<ColorScheme, ChartPalette> = {
  light: {
    surface: '#ffffff',
    text: '#111a2b',
    muted: '#4a5566',
    grid: '#e7ebf1',
    line: '#1c5bdc',
    fill: '#1c5bdc2e',
    heat: [
      { fill: '#eff2f7', text: '#4a5566' },
      { fill: '#d8e5ff', text: '#111a2b' },
      { fill: '#b0caff', text: '#111a2b' },
      { fill: '#84abff', text: '#0a1830' },
      { fill: '#1c5bdc', text: '#ffffff' },
      { fill: '#0f2f76', text: '#ffffff' },
    ],
  },
  dark: {
    surface: '#1a2433',
    text: '#e6ebf3',
    muted: '#b4c0cf',
    grid: '#2c394d',
    line: '#84abff',
    fill: '#84abff33',
    heat: [
      { fill: '#222e40', text: '#d7dee9' },
      { fill: '#1b3260', text: '#d8e5ff' },
      { fill: '#1a418c', text: '#edf3ff' },
      { fill: '#1c56c4', text: '#ffffff' },
      { fill: '#6d9bfb', text: '#0a1830' },
      { fill: '#b0caff', text: '#0a1830' },
    ],
  },
}
