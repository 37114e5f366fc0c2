import { SUMMED_DECISIONS_MAX } from '@vehicle-control/protocol/limits'

/** The Spanish texts of the dashboard's card of refusals. */
export const DENIALS_TEXTS = {
  title: 'Negadas',
  of: (all: string, isOne: boolean) => `de ${all} ${isOne ? 'decisión' : 'decisiones'} del rango`,
  none: 'Ninguna negada',
  byReason: 'Negadas por motivo',
  truncated: `Solo cuenta las ${SUMMED_DECISIONS_MAX / 1000}.000 decisiones más nuevas del rango.`,
} as const
