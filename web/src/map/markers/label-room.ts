/** The text of a marker, and the shape beside it; pixels, from the marker's place. */
export interface MarkerLabel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Where a text stands. `side` null: it has no room, and is shown to who points at its marker. `shift`:
 * how far to the right of its marker's middle, in pixels, so that it is whole at the map's edge.
 */
export interface LabelPlace {
  readonly side: 'below' | 'above' | null
  readonly shift: number
}

/** Pixels, from the same corner as the labels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Half of the shape, with what is drawn around it. */
const SHAPE_PX = 12
/** How far from the marker's place the text begins. */
const AWAY_PX = 15
const BESIDE_MAX = 3
const SIDES = ['below', 'above'] as const

/**
 * Gives each label a place where it covers no earlier label, no other marker's shape and nothing of
 * `taken`: below the marker, else above it, else beside what is in the way. A label whose marker is
 * in `view` is whole in it.
 */
export function labelPlaces(
  labels: readonly MarkerLabel[],
  view: Box,
  taken: readonly Box[],
): LabelPlace[] {
  const shown = [...taken]
  const shapes = labels.map(({ x, y }) => boxOf(x, y - SHAPE_PX, SHAPE_PX * 2, SHAPE_PX * 2))
  return labels.map(({ x, y, width, height }, i) => {
    const isInView = doMeet({ left: x, right: x, top: y, bottom: y }, view)
    const half = width / 2
    const inward = (middle: number) =>
      Math.max(view.left + half, Math.min(view.right - half, middle)) - x
    const boxAt = (side: (typeof SIDES)[number], shift: number) =>
      // A pixel less: the ends of a text are empty.
      boxOf(x + shift, side === 'below' ? y + AWAY_PX : y - AWAY_PX - height, width, height - 1)
    const least = isInView ? inward(x) : 0
    const straight = SIDES.map((side) => ({ side, shift: least }))
    const beside = () =>
      SIDES.flatMap((side) => {
        const box = boxAt(side, 0)
        return (
          [...shown, ...shapes]
            .filter((other) => doMeet(box, other))
            // In a crowd there is no room beside it either.
            .slice(0, BESIDE_MAX)
            .flatMap(({ left, right }) => [inward(right + half), inward(left - half)])
            // Further away nobody would know whose it is.
            .filter((shift) => Math.abs(shift) <= half + SHAPE_PX)
            .map((shift) => ({ side, shift }))
        )
      })
    const hasRoom = ({ side, shift }: { side: (typeof SIDES)[number]; shift: number }) => {
      const box = boxAt(side, shift)
      const isCovered = (other: Box) => doMeet(box, other)
      const isCut = isInView && (box.top < view.top || box.bottom > view.bottom)
      return (
        !isCut && !shown.some(isCovered) && !shapes.some((shape, j) => j !== i && isCovered(shape))
      )
    }
    const place = straight.find(hasRoom) ?? (isInView ? beside().find(hasRoom) : undefined)
    if (!place) return { side: null, shift: least }
    shown.push(boxAt(place.side, place.shift))
    return place
  })
}

function boxOf(x: number, top: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + height }
}

function doMeet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
