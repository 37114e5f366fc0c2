/** The text below a marker, and the shape above it; pixels, from the marker's place. */
export interface MarkerLabel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Half of the shape, with what is drawn around it. */
const SHAPE_PX = 12
/** How far below the marker's place the text begins. */
const BELOW_PX = 15

/**
 * For each label whether it has no room: it would cover an earlier label or another marker's shape.
 */
export function crowdedLabels(labels: readonly MarkerLabel[]): boolean[] {
  const shown: MarkerLabel[] = []
  return labels.map((label) => {
    const isCrowded =
      shown.some((other) => doTextsMeet(label, other)) ||
      labels.some((other) => other !== label && isOnShape(label, other))
    if (!isCrowded) shown.push(label)
    return isCrowded
  })
}

function doTextsMeet(one: MarkerLabel, other: MarkerLabel): boolean {
  const [upper, lower] = one.y < other.y ? [one, other] : [other, one]
  const isBeside = Math.abs(one.x - other.x) >= (one.width + other.width) / 2
  return !isBeside && lower.y - upper.y < upper.height
}

function isOnShape(text: MarkerLabel, shape: MarkerLabel): boolean {
  const down = shape.y - text.y
  return (
    Math.abs(text.x - shape.x) < text.width / 2 + SHAPE_PX &&
    down > BELOW_PX - SHAPE_PX &&
    down < BELOW_PX + text.height + SHAPE_PX
  )
}
