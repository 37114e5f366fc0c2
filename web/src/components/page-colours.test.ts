import { readFileSync } from 'node:fs'
import { DEFAULT_THEME } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { contrast } from '../testing/contrast.ts'
import { theme } from './theme.ts'

const css = readFileSync(new URL('page.css', import.meta.url), 'utf8')
const shades: Record<string, readonly string[] | undefined> = {
  ...DEFAULT_THEME.colors,
  ...theme.colors,
  white: ['#ffffff'],
}

/** The `--page-*` of a rule and of those before it, as `#rrggbb`. */
function coloursOf(...selectors: string[]): (name: string) => string {
  const found = new Map<string, string>()
  for (const selector of selectors) {
    const start = css.indexOf(`${selector} {`)
    const block = css.slice(start, css.indexOf('}', start))
    for (const [, name = '', value = ''] of block.matchAll(/--([\w-]+): ([^;]+);/g)) {
      found.set(name, value)
    }
  }
  const read = (name: string): string => {
    const value = found.get(name) ?? ''
    const [, colour = '', shade = '0'] =
      /^var\(--mantine-color-([a-z]+)(?:-(\d))?\)$/.exec(value) ?? []
    const hex = colour === '' ? value : shades[colour]?.[Number(shade)]
    if (!/^#[0-9a-f]{6}$/i.test(hex ?? '')) throw new Error(`--${name} is «${value}»`)
    return hex ?? ''
  }
  return read
}

const LIGHT = ':root[data-mantine-color-scheme],\n.on-paper'
const DARK = "  :root[data-mantine-color-scheme='dark']"

describe.each([
  ['light', coloursOf(LIGHT)],
  ['dark', coloursOf(LIGHT, DARK)],
])('the %s colours of the page', (_, colour) => {
  const grounds = ['page-ground', 'page-surface', 'page-raised', 'page-hover', 'page-old']
  const texts = ['mantine-color-text', 'page-muted', 'page-good', 'page-warn', 'page-bad']

  it.each(grounds)('can be read on %s', (ground) => {
    const faint = texts.filter((text) => contrast(colour(text), colour(ground)) < 4.5)
    expect(faint).toEqual([])
  })

  it('can be read where a row is an unknown tag’s, and where something is chosen', () => {
    for (const text of ['page-unknown', 'page-muted', 'mantine-color-text']) {
      expect(contrast(colour(text), colour('page-unknown-ground'))).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(colour('page-chosen-text'), colour('page-chosen'))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['page-focus', 'page-field-line', 'page-accent'])('show %s', (line) => {
    for (const ground of ['page-ground', 'page-surface']) {
      expect(contrast(colour(line), colour(ground))).toBeGreaterThanOrEqual(3)
    }
  })
})

it('what stands on the bar can be read there in both schemes', () => {
  const ink = coloursOf('.on-ink')
  const bars = [coloursOf(LIGHT)('page-bar'), coloursOf(LIGHT, DARK)('page-bar')]
  for (const bar of bars) {
    for (const text of ['mantine-color-text', 'page-muted', 'page-good', 'page-warn', 'page-bad']) {
      expect(contrast(ink(text), bar)).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(ink('page-focus'), bar)).toBeGreaterThanOrEqual(3)
  }
})

it('white can be read on the accent', () => {
  expect(contrast('#ffffff', shades['cobalt']?.[8] ?? '')).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#ffffff', shades['cobalt']?.[9] ?? '')).toBeGreaterThanOrEqual(4.5)
})
