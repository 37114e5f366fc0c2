import type { DecidedReason } from '@vehicle-control/protocol'

/** Why a decision is as it is, for operators; loaded where somebody asks why. */
const REASONS: Readonly<Record<DecidedReason, string>> = {
  denied: 'bloqueado',
  no_list: 'aún sin lista',
  unknown: 'tag sin registrar',
  expired: 'vencido',
  not_yet: 'aún no vale',
  stale: 'lista vieja',
  not_here: 'no en esta portería',
  clock: 'hora desconocida',
  hours: 'fuera de horario',
  allowed: 'permitido',
}

/** A reason in words; one of a newer hub or edge by its name. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(REASONS, reason)
    ? REASONS[reason as DecidedReason]
    : `motivo desconocido: ${reason}`
}
