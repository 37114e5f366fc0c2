/** The Spanish texts of a map without tiles, which are loaded where none comes; see app.ts. */
export const GROUND_TEXTS = {
  noStreets: 'No hay calles: se ve el mapa base',
  close: 'Entendido',
} as const
