/** Texts of an agent's control panel: relays, commands and telemetry. */
export const RELAY_TEXTS = {
  title: 'Relés',
  relay: (pin: number) => `Relé ${pin}`,
  on: 'Activo',
  off: 'Inactivo',
  pendingOn: 'Activando: pendiente',
  pendingOff: 'Desactivando: pendiente',
  left: (time: string) => `quedan ${time}`,
  activate: 'Activar',
  deactivate: 'Desactivar',
  undo: 'Deshacer',
  activateOf: (pin: number) => `Activar relé ${pin}`,
  deactivateOf: (pin: number) => `Desactivar relé ${pin}`,
  undoOf: (pin: number) => `Deshacer: desactivar relé ${pin}`,
  duration: 'Duración',
  durationOf: (pin: number) => `Duración del relé ${pin}`,
  seconds: (seconds: string) => `${seconds} s`,
  noDuration: 'Sin duración',
  otherDuration: 'Otra duración…',
  askDuration: 'Duración en segundos',
  badDuration: 'Escribe un número de segundos mayor que 0',
  confirmOpen: (pin: number) =>
    `¿Activar el relé ${pin} sin duración? Quedará activo hasta su límite o hasta que lo desactives.`,
  hubAway: 'Sin conexión con el hub: los relés se podrán usar cuando vuelva.',
  agentAway: 'El agente no está conectado: los relés se podrán usar cuando vuelva.',
  quarantined: 'El agente está en cuarentena: un administrador debe aceptarlo antes.',
  ackFailed: 'ACK: fallo de ejecución',
  sendFailed: (reason: string) => `Fallo al enviar comando: ${reason}`,
  noAnswer: 'el hub no responde',
  silent: 'Sin respuesta del agente: no se sabe si el relé se movió. Míralo antes de repetir.',
} as const

/** The words for the reasons of a failed command. */
export const FAILURE_WORDS: Readonly<Record<string, string>> = {
  expired: 'la orden llegó tarde y no se ejecutó',
  busy: 'el relé llegó a su tiempo máximo; déjalo apagado un segundo y repite',
  failed: 'el relé no respondió',
  timeout: 'el agente no contestó a tiempo',
  quarantined: 'el agente está en cuarentena',
}

export const HISTORY_TEXTS = {
  title: 'Historial de órdenes',
  heads: { when: 'Cuándo', who: 'Quién', what: 'Orden', result: 'Resultado' },
  switchOn: (pin: number) => `Activar relé ${pin}`,
  switchOff: (pin: number) => `Desactivar relé ${pin}`,
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
