/** The Spanish texts of a map without tiles, which are loaded where none comes; see app.ts. */
export const GROUND_TEXTS = {
  away: 'Sin conexión con el hub: se ve un mapa sin calles',
  noStreets: 'Las calles no cargan: se ve un mapa sin ellas',
  close: 'Entendido',
} as const
