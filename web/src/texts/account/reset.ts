import { PASSWORD_MIN, RESET_TOKEN_MIN } from '@vehicle-control/protocol/limits'

/** Texts of the password recovery. */
export const RESET_TEXTS = {
  title: 'Recuperar contraseña',
  back: 'Volver a iniciar sesión',
  request: 'Enviar token',
  requesting: 'Enviando...',
  requestFailed: 'Error solicitando token',
  requested: 'Si el correo existe el token aparece en consola del backend. Copia y pega aquí.',
  requestedByMail: 'Si el correo existe recibe un mensaje con el token. Copia y pega aquí.',
  token: 'Token',
  newPassword: 'Nueva contraseña',
  update: 'Actualizar',
  updating: 'Actualizando...',
  requestAgain: 'Volver a solicitar token',
  tokenTooShort: `El token debe tener al menos ${RESET_TOKEN_MIN} caracteres`,
  passwordTooShort: `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres`,
  failed: 'Error al resetear',
  done: 'Contraseña actualizada. Entrando...',
  doneManually: 'Actualizada. Inicia sesión manualmente.',
} as const
