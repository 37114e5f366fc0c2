import { LIVE_BUFFER_READS } from '@vehicle-control/protocol/limits'

/** The Spanish texts of the live screen when it shows a range of dates. */
export const LIVE_RANGE_TEXTS = {
  running: 'Rango con lecturas en vivo',
  over: 'Rango terminado',
  part: `Rango: las ${LIVE_BUFFER_READS} lecturas más nuevas; «Exportar Día» las lleva todas`,
} as const
