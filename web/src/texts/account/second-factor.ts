/**
 * Texts of the second factor: of the panel that switches it on, and of the page where a role
 * demands it.
 */
export const FACTOR_TEXTS = {
  what: 'Además de la contraseña, al entrar se pide un código de una aplicación de tu teléfono, como Google Authenticator, Microsoft Authenticator o Aegis.',
  on: 'Activada',
  off: 'Desactivada',
  loading: 'Cargando...',
  failed: 'No se pudo consultar la verificación en dos pasos',
  retry: 'Reintentar',
  activate: 'Activar',
  cancel: 'Cancelar',
  back: 'Empezar de nuevo',
  next: 'Continuar',
  sending: 'Enviando...',
  password: 'Contraseña actual',
  passwordRequired: 'Escribe tu contraseña actual',
  beginFailed: 'No se pudo empezar la activación',
  scan: 'Escanea este código con la aplicación, o escribe en ella la clave.',
  qr: 'Código QR para la aplicación de verificación',
  secret: 'Clave',
  confirm: 'Activar',
  confirmHint: 'Al activarla se cierran tus otras sesiones, en este y en otros equipos.',
  confirmFailed: 'No se pudo activar',
  activated: 'Verificación en dos pasos activada.',
  codesLeft: (count: number) =>
    count === 1
      ? 'Queda 1 código de recuperación sin usar.'
      : `Quedan ${count} códigos de recuperación sin usar.`,
  fewCodes:
    'Genera códigos nuevos antes de que se acaben: sin ellos y sin el teléfono no se entra.',
  renew: 'Nuevos códigos de recuperación',
  renewSubmit: 'Generar códigos',
  renewHint: 'Los códigos anteriores dejan de servir.',
  renewFailed: 'No se pudieron generar los códigos',
  remove: 'Desactivar',
  removeHint: 'Para entrar bastará la contraseña.',
  removeFailed: 'No se pudo desactivar',
  removed: 'Verificación en dos pasos desactivada.',
  kept: 'Tu rol exige un segundo factor: no se puede desactivar.',
  codes: {
    title: 'Códigos de recuperación',
    hint: 'Guárdalos fuera del teléfono. Cada uno sirve para entrar una sola vez sin la aplicación, y no se vuelven a mostrar.',
    download: 'Descargar',
    fileName: 'codigos-de-recuperacion.txt',
    fileHead: (host: string) => `Vehicle Control, ${host}: códigos de recuperación`,
    saved: 'Los guardé',
    savedRequired: 'Guarda los códigos y marca la casilla',
    done: 'Listo',
  },
  required: {
    title: 'Tu rol exige un segundo factor',
    hint: 'Actívalo para continuar: sin él este hub no muestra nada más a tu cuenta.',
  },
} as const
