/** A tile of the web's square map: 2^z columns and rows, from the north-west. */
export interface TileAddress {
  z: number
  x: number
  y: number
}

/** Finer than any tile server draws. */
export const MAX_ZOOM = 22

/** The tile of these texts; null where the map has none. */
export function tileAddress(texts: Record<keyof TileAddress, string>): TileAddress | null {
  const [z, x, y] = [texts.z, texts.x, texts.y].map(wholeNumber)
  if (z === undefined || x === undefined || y === undefined) return null
  const side = 2 ** z
  return z <= MAX_ZOOM && x < side && y < side ? { z, x, y } : null
}

/** The same text for the same tile. */
export const keyOf = ({ z, x, y }: TileAddress): string => `${z}/${x}/${y}`

function wholeNumber(text: string): number {
  return /^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}
