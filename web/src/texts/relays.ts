/** Texts of relays wherever they are switched. */
export const RELAY_TEXTS = {
  title: 'Relés',
  none: 'Este agente no tiene relés configurados. El instalador los pone en el archivo de EDGE_CONFIG del equipo («relays»).',
  open: 'Abrir',
  openOf: (gate: string) => `Abrir ${gate}`,
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
