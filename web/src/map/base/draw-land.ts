import { FONT_FAMILY } from '../../components/font.ts'
import type { BaseMap, LatLng } from './base-map.ts'
import { cityLabel, countryLabel, createLabels, type Label, type Labels } from './labels.ts'

/** A line on the world's square, whose sides are 1 long: x, y, x, y... */
type Line = Float64Array

interface Shape {
  readonly lines: readonly Line[]
  /** Its box: least x and y, greatest x and y. */
  readonly box: readonly [number, number, number, number]
}

/** A base map, projected once for all squares. */
export interface ProjectedLand {
  readonly lands: readonly Shape[]
  readonly borders: readonly Shape[]
  readonly labels: Labels
}

/** CSS colours. */
export type LandColours = Record<'grid' | 'land' | 'coast' | 'border' | 'city' | 'halo', string>

/** One square of the map, by its place in the grid of its zoom. */
export interface Square {
  readonly x: number
  readonly y: number
  readonly z: number
  /** Pixels. */
  readonly size: number
}

/** Web maps end here. */
const LAT_MAX = 85.0511

/**
 * Projects everything from degrees to the square map of the web once; drawing only moves and
 * scales.
 */
export function projectLand({ lands, borders, cities, countries }: BaseMap): ProjectedLand {
  return {
    lands: lands.map((rings) => shapeOf(rings)),
    borders: borders.map((line) => shapeOf([line])),
    labels: createLabels([
      ...countries.map((place) =>
        countryLabel({ ...place, x: across(place.lng), y: down(place.lat) }),
      ),
      ...cities.map((city) => cityLabel({ ...city, x: across(city.lng), y: down(city.lat) })),
    ]),
  }
}

/** Draws the part of the world that lies in one square. */
export function drawLand(
  context: CanvasRenderingContext2D,
  land: ProjectedLand,
  square: Square,
  colours: LandColours,
): void {
  const count = 2 ** square.z
  // The world repeats to its left and right.
  const column = ((square.x % count) + count) % count
  const at = { ...square, x: column, scale: square.size * count }
  context.lineJoin = 'round'
  context.fillStyle = colours.land
  context.strokeStyle = colours.coast
  context.lineWidth = 1
  for (const shape of land.lands) {
    if (!isIn(shape, at)) continue
    trace(context, shape, at)
    context.fill('evenodd')
    context.stroke()
  }
  context.strokeStyle = colours.border
  context.setLineDash([4, 3])
  for (const shape of land.borders) {
    if (!isIn(shape, at)) continue
    trace(context, shape, at)
    context.stroke()
  }
  context.setLineDash([])
  // Over the land: at street scale only the grid shows that the map moves.
  context.strokeStyle = colours.grid
  context.strokeRect(0, 0, square.size, square.size)
  for (const label of land.labels.at(square.z)) write(context, label, at, colours)
}

interface At extends Square {
  /** Pixels of the whole world. */
  readonly scale: number
}

function write(
  context: CanvasRenderingContext2D,
  label: Label,
  at: At,
  colours: LandColours,
): void {
  const x = label.x * at.scale - at.x * at.size
  const y = label.y * at.scale - at.y * at.size
  // A name goes over the edges of its square: each square writes its part.
  const reach = label.widthPx
  if (x < -reach || x > at.size + reach || y < -20 || y > at.size + 20) return
  context.fillStyle = colours.city
  context.strokeStyle = colours.halo
  context.lineWidth = 3
  if (label.isCity) {
    context.beginPath()
    context.arc(x, y, 2.5, 0, 2 * Math.PI)
    context.fill()
  }
  context.font = label.isCity ? `500 12px ${FONT_FAMILY}` : `600 13px ${FONT_FAMILY}`
  context.textAlign = label.isCity ? 'left' : 'center'
  context.textBaseline = 'middle'
  const left = label.isCity ? x + 6 : x
  context.strokeText(label.text, left, y)
  context.fillText(label.text, left, y)
}

function trace(context: CanvasRenderingContext2D, { lines }: Shape, at: At): void {
  context.beginPath()
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      const x = Number(line[i]) * at.scale - at.x * at.size
      const y = Number(line[i + 1]) * at.scale - at.y * at.size
      if (i === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
  }
}

function isIn({ box: [left, top, right, bottom] }: Shape, at: At): boolean {
  const side = at.size / at.scale
  return (
    left <= (at.x + 1) * side &&
    right >= at.x * side &&
    top <= (at.y + 1) * side &&
    bottom >= at.y * side
  )
}

function shapeOf(lines: readonly (readonly LatLng[])[]): Shape {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  const projected = lines.map((line) => {
    const points = new Float64Array(line.length * 2)
    for (const [i, [lat, lng]] of line.entries()) {
      const x = across(lng)
      const y = down(lat)
      points[i * 2] = x
      points[i * 2 + 1] = y
      box[0] = Math.min(box[0], x)
      box[1] = Math.min(box[1], y)
      box[2] = Math.max(box[2], x)
      box[3] = Math.max(box[3], y)
    }
    return points
  })
  return { lines: projected, box }
}

function across(lng: number): number {
  return (lng + 180) / 360
}

function down(lat: number): number {
  const sine = Math.sin((Math.max(-LAT_MAX, Math.min(LAT_MAX, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
