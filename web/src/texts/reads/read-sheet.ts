/** The Spanish texts of a read's sheet, with all that is known of it. */
export const READ_SHEET_TEXTS = {
  title: 'Lectura',
  titleOfStored: 'Detalle de la lectura',
  tag: 'Tag',
  agent: 'Agente',
  location: 'Ubicación',
  reader: 'Lector',
  receivedAt: 'Recibida',
  antenna: (reader: string, antenna: number) => `${reader}, antena ${antenna}`,
  signal: (reader: string, rssi: number) => `${reader}, ${rssi}\u00a0dBm`,
  noClock: 'Hora estimada: el equipo no tenía reloj.',
  toAsset: 'Ver ficha',
  onMap: 'Ver en mapa',
  onlyPlate: 'Ver solo esta placa',
  onlyTag: 'Ver solo este tag',
  none: '—',
} as const
