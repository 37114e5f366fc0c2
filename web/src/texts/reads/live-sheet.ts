/** The Spanish texts of a read's sheet, which a press on its row opens. */
export const LIVE_SHEET_TEXTS = {
  title: 'Lectura',
  tag: 'Tag',
  plate: 'Placa',
  model: 'Modelo',
  owner: 'Propietario',
  agent: 'Agente',
  location: 'Ubicación',
  readAt: 'Leída',
  receivedAt: 'Recibida',
  toAsset: 'Ver vehículo o activo',
  onMap: 'Ver agente en el mapa',
} as const
