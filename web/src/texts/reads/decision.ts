/** The Spanish texts of what a gate decided on a read. */
export const DECISION_TEXTS = {
  title: 'Decisión',
  /** Of a gate that moves nothing. */
  observed: 'observa',
  why: '¿Por qué?',
  loading: 'Buscando…',
  failed: 'No se pudo cargar',
  gone: 'La decisión ya no está guardada.',
  retry: 'Reintentar',
  list: 'Lista confirmada',
  ago: (age: string) => `hace ${age}`,
  unknownAge: 'no se sabe cuándo',
  time: 'Hora que conocía',
  noTime: 'ninguna',
  rule: 'Frase',
  noRule: 'ninguna',
  opened: 'Abrió a mano',
  openedAt: (who: string, when: string) => `${who}, ${when}`,
  nobody: 'nadie en el minuto siguiente',
  all: 'Ver en Accesos',
} as const
