/** The widths of characters by their kind, in em of bold text: at least those of any font. */
const WIDE = 0.95
const CAPITAL = 0.74
const NARROW = 0.36
const OTHER = 0.62

const LINE_EM = 1.2
/** The share of a line that text fills: words that do not fit leave its end empty. */
const FILLED = 0.8
const LEAST = 0.2
/** The share of the largest size below which a broken word is better than a smaller one. */
const READABLE = 0.55

/** How wide a text is at most, in em. */
export function emsOf(text: string): number {
  let ems = 0
  for (const sign of text) ems += widthOf(sign)
  return ems
}

function widthOf(sign: string): number {
  if (/[MWmw@%—]/.test(sign) || sign > 'ÿ') return WIDE
  if (/[\p{Lu}]/u.test(sign)) return CAPITAL
  if (/[iljtf.,:;'|!() -]/.test(sign)) return NARROW
  return OTHER
}

interface Place {
  /** In rem. */
  width: number
  height: number
  /** The size of the text where there is room for it. */
  largest: number
}

/**
 * The size of type, in rem, at which all of a text fits its place: on one line where it may be
 * large, else on several lines; words are broken only where they would be too small to read
 * otherwise.
 */
export function fitType(text: string, place: Place): number {
  const { width, largest } = place
  const ems = emsOf(text)
  if (ems === 0 || width <= 0) return largest
  const word = Math.max(...text.split(' ').map(emsOf))
  const byWord = Math.min(onLines(ems, place), width / word)
  const size = Math.max(width / ems, byWord < READABLE * largest ? onLines(ems, place) : byWord)
  return Math.max(LEAST, Math.floor(Math.min(largest, size) * 100) / 100)
}

function onLines(ems: number, { width, height, largest }: Place): number {
  let best = 0
  for (let lines = 2; lines * LINE_EM * LEAST <= height; lines++) {
    const size = Math.min(largest, height / (lines * LINE_EM), (lines * width * FILLED) / ems)
    best = Math.max(best, size)
  }
  return best
}
