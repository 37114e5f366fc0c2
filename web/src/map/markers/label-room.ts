/** The text of a marker, and the shape beside it; pixels, from the marker's place. */
export interface MarkerLabel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a text stands; null: it has no room, and is shown to who points at its marker. */
export type LabelSide = 'below' | 'above' | null

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Half of the shape, with what is drawn around it. */
const SHAPE_PX = 12
/** How far from the marker's place the text begins. */
const AWAY_PX = 15
const SIDES = ['below', 'above'] as const

/**
 * Gives each label a side on which it covers no earlier label and no other marker's shape: below the
 * marker, else above it.
 */
export function labelSides(labels: readonly MarkerLabel[]): LabelSide[] {
  const shown: Box[] = []
  const shapes = labels.map(({ x, y }) => boxOf(x, y - SHAPE_PX, SHAPE_PX * 2, SHAPE_PX * 2))
  return labels.map(({ x, y, width, height }, i) => {
    for (const side of SIDES) {
      const box = boxOf(x, side === 'below' ? y + AWAY_PX : y - AWAY_PX - height, width, height)
      const isCovered = (other: Box) => doMeet(box, other)
      if (shown.some(isCovered) || shapes.some((other, j) => j !== i && isCovered(other))) continue
      shown.push(box)
      return side
    }
    return null
  })
}

function boxOf(x: number, top: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + height }
}

function doMeet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
