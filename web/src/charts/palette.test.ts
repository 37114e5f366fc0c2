import { describe, expect, it } from 'vitest'
import { contrast } from '../testing/contrast.ts'
import { PALETTES } from './palette.ts'

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
