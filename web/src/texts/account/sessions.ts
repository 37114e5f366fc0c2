/** What the list says of one's own sessions in other words than of somebody else's. */
export interface SessionWords {
  readonly hint: string
  readonly endOthers: string
  readonly ask: string
  readonly noOthers: string
}

/** Texts of the list of an account's sessions. */
export const SESSION_TEXTS = {
  own: {
    hint: 'Los equipos y navegadores en los que tu cuenta está abierta.',
    endOthers: 'Cerrar todas las demás',
    ask: '¿Cerrar todas las demás sesiones?',
    noOthers: 'No hay otras sesiones abiertas.',
  },
  list: 'Sesiones abiertas',
  unknownDevice: 'Equipo desconocido',
  unknownAddress: 'Dirección desconocida',
  current: 'Esta sesión',
  since: (time: string) => `Abierta el ${time}`,
  used: (age: string, time: string) => `Último uso: ${age} (${time})`,
  now: 'hace un momento',
  minutes: (count: number) => `hace ${count} min`,
  hours: (count: number) => `hace ${count} h`,
  end: 'Cerrar',
  endOf: (what: string) => `Cerrar la sesión de ${what}`,
  askDetail: 'En esos equipos habrá que iniciar sesión de nuevo.',
  confirm: 'Sí, cerrar',
  cancel: 'Cancelar',
  ended: (count: number) => (count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`),
  failed: 'No se pudo cerrar',
  loading: 'Cargando...',
  loadFailed: 'No se pudieron cargar las sesiones',
  retry: 'Reintentar',
} as const
