import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '../testing/contrast.ts'
import { PALETTES, UNKNOWN_ON_PAPER } from './palette.ts'

describe.each(Object.entries(PALETTES))('the %s colours of charts', (_, palette) => {
  it.each(palette.heat)('can be read: $text on $fill', ({ fill, text }) => {
    expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5)
  })

  it('can be read and seen on their ground', () => {
    expect(contrast(palette.text, palette.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.muted, palette.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.line, palette.surface)).toBeGreaterThanOrEqual(3)
  })
})

it('marks an unknown tag in files as the page does on paper', () => {
  const css = readFileSync(new URL('../components/page.css', import.meta.url), 'utf8')
  const colourOf = (name: string) => new RegExp(`--${name}: (.*);`).exec(css)?.[1]
  expect(UNKNOWN_ON_PAPER.text).toBe(colourOf('page-unknown'))
  expect(UNKNOWN_ON_PAPER.ground).toBe(colourOf('page-unknown-ground'))
})
