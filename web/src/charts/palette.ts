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

export type ColorScheme = 'light' | 'dark'

export const PALETTES: Record<ColorScheme, ChartPalette> = {
  light: {
    surface: '#ffffff',
    text: '#212529',
    muted: '#495057',
    grid: '#e9ecef',
    line: '#3b5bdb',
    fill: '#3b5bdb33',
    heat: [
      { fill: '#f1f3f5', text: '#495057' },
      { fill: '#dbe4ff', text: '#212529' },
      { fill: '#bac8ff', text: '#212529' },
      { fill: '#91a7ff', text: '#0b1033' },
      { fill: '#4263eb', text: '#ffffff' },
      { fill: '#2b3f9e', text: '#ffffff' },
    ],
  },
  dark: {
    surface: '#2e2e2e',
    text: '#e9ecef',
    muted: '#c9c9c9',
    grid: '#424242',
    line: '#91a7ff',
    fill: '#91a7ff33',
    heat: [
      { fill: '#3b3b3b', text: '#dee2e6' },
      { fill: '#2c3566', text: '#dbe4ff' },
      { fill: '#36438a', text: '#edf2ff' },
      { fill: '#4053ad', text: '#ffffff' },
      { fill: '#748ffc', text: '#0b1033' },
      { fill: '#bac8ff', text: '#0b1033' },
    ],
  },
}
