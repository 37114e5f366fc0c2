import { ASSET_ACTIVITY_DAYS } from '@vehicle-control/protocol/limits'
import { VEHICLE_WORDS } from '@vehicle-control/protocol/vehicle-columns'

/** The Spanish texts of the page of a vehicle, or of another asset. */
export const VEHICLE_TEXTS = {
  title: 'Vehículo',
  back: 'Volver',
  facts: 'Datos',
  type: 'Tipo',
  fields: VEHICLE_WORDS,
  name: 'Nombre',
  location: 'Ubicación',
  firstSeen: 'Primera lectura',
  lastSeen: 'Última lectura',
  /** Beside its plate. */
  denied: 'Bloqueado: no pasa por ninguna portería',
  never: 'Nunca',
  total: `Lecturas en ${ASSET_ACTIVITY_DAYS} días`,
  edit: 'Editar',
  none: '—',
  loading: 'Cargando...',
  gates: `Lecturas por agente y hora, últimos ${ASSET_ACTIVITY_DAYS} días`,
  gate: 'Agente',
  gateTotal: (name: string, total: string) => `${name} · ${total}`,
  empty: `Sin lecturas en los últimos ${ASSET_ACTIVITY_DAYS} días`,
  newest: 'Lecturas más recientes',
  all: 'Ver todas en el dashboard',
  report: 'Reporte para imprimir o PDF',
  at: 'Fecha y hora',
  history: 'Historial',
  when: 'De cuándo a cuándo',
  to: 'a',
  now: 'ahora',
  neverSince: 'Nunca desde que se registró',
  before: 'Antes de registrarse',
  beforeNote: (count: string, isOne: boolean) =>
    isOne
      ? '1 lectura de su tag, de cuando aún no era suyo: no cuenta entre las suyas.'
      : `${count} lecturas de su tag, de cuando aún no era suyo: no cuentan entre las suyas.`,
  atLeast: (count: string) => `${count} o más`,
  unknown: 'No hay ningún vehículo ni activo con ese número',
  unknownHint: 'Puede haberse borrado. Búscalo en Administración.',
  failed: 'No se pudo cargar la página del vehículo',
  retry: 'Reintentar',
} as const
