import type { CityRank } from './base-map.ts'

/** A name on the world's square, whose sides are 1 long. */
export interface Label {
  readonly text: string
  readonly x: number
  readonly y: number
  /** About the width of the text. */
  readonly widthPx: number
  /** A city's name is right of its point, a country's centred on its place. */
  readonly isCity: boolean
  readonly firstZoom: number
  readonly lastZoom: number
}

/** The names of a map. */
export interface Labels {
  /** The names that have room at a zoom; none covers another. */
  at(zoom: number): readonly Label[]
}

interface Named {
  readonly name: string
  readonly x: number
  readonly y: number
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

/** The zoom from which on a city of each rank has its name. */
const CITY_ZOOMS: Record<CityRank, number> = { 1: 4, 2: 6, 3: 7, 4: 8, 5: 9 }
const COUNTRY_ZOOMS = { first: 3, last: 7 }
const CITY_LETTER_PX = 6.8
const COUNTRY_LETTER_PX = 9.6
const LINE_PX = 16
const TILE_PX = 256

/** A country by its name in capitals, while the map shows much of the continent. */
export function countryLabel({ name, x, y }: Named): Label {
  const widthPx = name.length * COUNTRY_LETTER_PX
  const { first: firstZoom, last: lastZoom } = COUNTRY_ZOOMS
  return { text: name.toUpperCase(), x, y, widthPx, isCity: false, firstZoom, lastZoom }
}

/** A city by its name, from the zoom of its rank on. */
export function cityLabel({ name, x, y, rank }: Named & { rank: CityRank }): Label {
  const widthPx = name.length * CITY_LETTER_PX + 8
  const firstZoom = CITY_ZOOMS[rank]
  return { text: name, x, y, widthPx, isCity: true, firstZoom, lastZoom: Infinity }
}

/** Takes the most important label first: where two would cover each other, the later one is left out. */
export function createLabels(labels: readonly Label[]): Labels {
  const chosen = new Map<number, readonly Label[]>()
  const choose = (zoom: number) => {
    // Grouped by the line of their upper edge, since there are thousands.
    const taken = new Map<number, Box[]>()
    return labels.filter((label) => {
      if (zoom < label.firstZoom || zoom > label.lastZoom) return false
      const box = boxOf(label, zoom)
      const line = Math.floor(box[1] / LINE_PX)
      const near = [line - 1, line, line + 1].flatMap((one) => taken.get(one) ?? [])
      if (near.some((other) => overlap(box, other))) return false
      const inLine = taken.get(line)
      if (inLine) inLine.push(box)
      else taken.set(line, [box])
      return true
    })
  }
  return {
    at(zoom) {
      const known = chosen.get(zoom)
      if (known) return known
      const made = choose(zoom)
      chosen.set(zoom, made)
      return made
    },
  }
}

/** The box that a label takes, in pixels of the whole world. */
export function boxOf({ x, y, widthPx, isCity }: Label, zoom: number): Box {
  const scale = TILE_PX * 2 ** zoom
  const left = x * scale - (isCity ? 4 : widthPx / 2)
  const top = y * scale - LINE_PX / 2
  return [left, top, left + widthPx, top + LINE_PX]
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}
