/** Texts of the password recovery and of every form that sets a password. */
export const resetTexts = {
  title: 'Recuperar contraseña',
  back: 'Volver a iniciar sesión',
  request: 'Enviar token',
  requesting: 'Enviando...',
  requestFailed: 'Error solicitando token',
  requested: 'Si el correo existe el token aparece en consola del backend. Copia y pega aquí.',
  token: 'Token',
  newPassword: 'Nueva contraseña',
  update: 'Actualizar',
  updating: 'Actualizando...',
  requestAgain: 'Volver a solicitar token',
  tokenTooShort: 'El token debe tener al menos 6 caracteres',
  passwordTooShort: 'La contraseña debe tener al menos 6 caracteres',
  failed: 'Error al resetear',
  done: 'Contraseña actualizada. Entrando...',
  doneManually: 'Actualizada. Inicia sesión manualmente.',
} as const
