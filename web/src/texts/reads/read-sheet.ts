/** The Spanish texts of the sheet with all that is known of a read. */
export const READ_SHEET_TEXTS = {
  title: 'Detalle de la lectura',
  fields: {
    at: 'Fecha y hora',
    plate: 'Placa',
    model: 'Modelo',
    owner: 'Propietario',
    tag: 'Tag',
    agent: 'Agente',
    location: 'Ubicación',
    reader: 'Lector',
    received: 'Recibida en el hub',
  },
  agent: (name: string, code: string) => `${name} (${code})`,
  antenna: (reader: string, antenna: number) => `${reader}, antena ${antenna}`,
  signal: (reader: string, rssi: number) => `${reader}, ${rssi} dBm`,
  noClock: 'Hora estimada: el equipo no tenía reloj.',
  onlyPlate: 'Ver solo esta placa',
  onlyTag: 'Ver solo este tag',
  none: '—',
} as const
