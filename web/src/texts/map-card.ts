/** The Spanish texts of the map on its card of the dashboard, beside those of every map; see app.ts. */
export const MAP_CARD_TEXTS = {
  locatedShort: (count: string) => `${count} ubicados`,
  noPlaces: 'No hay agentes con coordenadas. Edita Lat/Lng en Administración > Agentes.',
  fullMap: 'Ver mapa completo',
  failedCard: 'Error cargando mapa',
  scanned: (uid: string, agent: string) => `${uid} en ${agent}`,
} as const
