import { PASSWORD_MIN } from '@vehicle-control/protocol/limits'

/** Texts of the panels that the account's menu opens. */
export const ACCOUNT_TEXTS = {
  changePassword: 'Cambiar contraseña',
  secondFactor: 'Verificación en dos pasos',
  sessions: 'Sesiones',
  notices: 'Notificaciones',
  density: 'Densidad',
  refreshKey: 'Tecla R refresca el Dashboard',
  densities: { cosy: 'Cómoda', compact: 'Compacta' },
  current: 'Contraseña actual',
  next: 'Nueva contraseña',
  repeat: 'Repite la nueva contraseña',
  hint: 'Al cambiarla se cierran tus otras sesiones, en este y en otros equipos.',
  currentRequired: 'Escribe tu contraseña actual',
  tooShort: `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres`,
  different: 'Las contraseñas no coinciden',
  submit: 'Cambiar',
  submitting: 'Cambiando...',
  failed: 'No se pudo cambiar la contraseña',
  done: 'Contraseña cambiada. Tus otras sesiones se cerraron.',
} as const
