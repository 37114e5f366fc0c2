/** Texts of an agent's control panel: its commands and telemetry. */
export const HISTORY_TEXTS = {
  title: 'Historial de órdenes',
  heads: { when: 'Cuándo', who: 'Quién', what: 'Orden', result: 'Resultado' },
  switchOn: (relay: string) => `Activar relé ${relay}`,
  switchOff: (relay: string) => `Desactivar relé ${relay}`,
  forSeconds: (seconds: string) => `${seconds} s`,
  byAgent: 'El propio agente',
  waiting: 'Pendiente',
  done: 'Hecho',
  autoOff: (seconds: string) => `Hecho; se apagó solo a los ${seconds} s`,
  failed: (reason: string) => `Falló: ${reason}`,
  unknownReason: 'sin motivo',
  empty: 'Sin órdenes todavía.',
  loading: 'Cargando órdenes...',
  notLoaded: 'No se pudieron cargar las órdenes.',
  retry: 'Reintentar',
  more: 'Ver más',
} as const

export const TELEMETRY_TEXTS = {
  title: 'Sensores (últimas 6 horas)',
  types: { temp: 'Temperatura', hum: 'Humedad', gas: 'Gas' },
  units: { temp: '°C', hum: '%', gas: '' },
  sourceOf: (type: string) => `Sensor de ${type.toLowerCase()}`,
  unnamed: 'Sin nombre',
  last: (value: string, time: string) => `${value} a las ${time}`,
  stale: (age: string) => `Dato viejo: hace ${age}`,
  empty: 'sin datos',
  notLoaded: 'No se pudo cargar.',
  retry: 'Reintentar',
  summary: (low: string, high: string, last: string) =>
    `Mínimo ${low}. Máximo ${high}. Último ${last}.`,
  time: 'Hora',
  value: 'Valor',
} as const

export const CONTROL_TEXTS = {
  label: (name: string) => `Control de ${name}`,
} as const
