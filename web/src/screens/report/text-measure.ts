/** How a text is set. */
export interface TypeFace {
  /** The family list, as CSS has it. */
  readonly family: string
  readonly weight: number
}

/** How wide a text is, in sizes of its type (em). */
export type TextMeasure = (text: string, face: TypeFace) => number

/** Measured at this size, of which rounding takes nothing that counts. */
const SIZE = 100
/** Of the widest capitals, where nothing can be measured. */
const GUESS = 0.75

/** A digit of the page's own font: all are as wide, which a canvas does not know. */
const DIGIT = 0.65

/**
 * A measure in the page's fonts. Where the page still shows a fallback, paper may have the font
 * itself, whose digits are wider: they count as its own.
 */
export function createTextMeasure(): TextMeasure {
  const canvas = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1)
  const drawing = canvas?.getContext('2d')
  if (!drawing) return (text) => text.length * GUESS
  const widthOf = (text: string) => drawing.measureText(text).width / SIZE
  return (text, { family, weight }) => {
    drawing.font = `${weight} ${SIZE}px ${family}`
    const others = text.replaceAll(/\d/g, '')
    return widthOf(others) + (text.length - others.length) * Math.max(DIGIT, widthOf('4'))
  }
}
