import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Anchor.css'
import './font.css'
import './page.css'
import './blocks.css'
import './paper.css'
import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { CODE_FONT_FAMILY, FONT_FAMILY } from './font.ts'

declare module '@mantine/core' {
  /** The library's other colours are not in a build (LEAN_FILES of vite.config.ts). */
  export interface MantineThemeColorsOverride {
    colors: Record<
      'cobalt' | 'dark' | 'gray' | 'red' | 'green' | 'yellow' | 'blue',
      MantineColorsTuple
    >
  }
}

/**
 * Cobalt, the one accent: far from the green, amber and red of states. The dark scheme's neutrals are
 * of its hue.
 */
export const theme = createTheme({
  colors: {
    cobalt: [
      '#edf3ff',
      '#d8e5ff',
      '#b0caff',
      '#84abff',
      '#5b8ffb',
      '#3572ee',
      '#2e6be8',
      '#2563e2',
      '#1c5bdc',
      '#154bbd',
    ],
    dark: [
      '#d7dee9',
      '#b4c0cf',
      '#8c9bb0',
      '#68778c',
      '#354358',
      '#28354a',
      '#1a2433',
      '#151e2b',
      '#0f1722',
      '#090e16',
    ],
  },
  primaryColor: 'cobalt',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: FONT_FAMILY,
  fontFamilyMonospace: CODE_FONT_FAMILY,
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  radius: { lg: '0.75rem' },
})

/** The nonce that the hub wrote into this page, for the style tags that Mantine makes. */
export function readStyleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
}
