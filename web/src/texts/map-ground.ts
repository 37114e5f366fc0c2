/** The Spanish texts of a map without tiles, which are loaded where none comes; see app.ts. */
export const GROUND_TEXTS = {
  noStreets: 'Las calles no cargan: se ve un mapa sin ellas',
  close: 'Entendido',
} as const
