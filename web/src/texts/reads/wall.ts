const DAYS = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'] as const
const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ')

/** Texts of walls (`kiosk=1`) only. */
export const WALL_TEXTS = {
  /** Takes a day as its midnight in UTC. */
  date: (day: Date) => `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`,
  of: (time: string) => `Datos de las ${time}`,
  missing: 'No se cargó; se reintenta',
  suppressed: (count: string) => `${count} suprimidas`,
  day: 'Últimas 24 h',
  unknown: 'Sin registrar hoy',
  lastAt: (time: string, gate: string) => `Última: ${time} · ${gate}`,
  gatesOnline: 'Agentes online',
  ofAll: (total: string) => `de ${total}`,
  away: (count: string) => `${count} offline`,
  noneAway: 'Todos online',
  unsure: 'Sin dato',
  last: 'Última lectura',
  ago: (age: string) => `hace ${age}`,
  hours: 'Lecturas por hora (hoy)',
  gates: 'Agentes',
  online: 'Online',
  offline: 'Offline',
  more: (count: string) => `+${count} más`,
  noGates: 'Aún no hay agentes',
} as const
