import type { MapTiles } from '@vehicle-control/protocol'

export type Attribution = MapTiles['attribution']

const MAX_CHARACTERS = 300

const ENTITIES: Record<string, string> = {
  amp: '&',
  copy: '©',
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
}

/** What the licence of OpenStreetMap’s data asks for. */
export const OPENSTREETMAP: Attribution = {
  text: '© OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
}

/**
 * The text of an attribution and its first link: files and providers give HTML, which no page may
 * show.
 */
export function plainAttribution(html: string): Attribution {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|(\w{2,6}));/g, (whole, code?: string, name = '') =>
      code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
    )
    // Control characters, and those that change the direction of the text behind them.
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  const link = /href\s*=\s*["']?(https?:\/\/[^\s"'<>]+)/i.exec(html)?.[1]
  return { text: text.slice(0, MAX_CHARACTERS), url: link && URL.canParse(link) ? link : null }
}
