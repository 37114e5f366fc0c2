import { PASSWORD_MIN } from '@vehicle-control/protocol/limits'

/** Texts of the page to which the link of an invite leads. */
export const INVITATION_TEXTS = {
  title: 'Invitación',
  looking: 'Comprobando la invitación...',
  /** What one is invited to, and as what. */
  greeting: (name: string) => `Hola, ${name}`,
  what: (site: string | null, role: string) =>
    `Te invitaron a Vehicle Control${site === null ? '' : ` de ${site}`} con el rol ${role}.`,
  email: 'Tu correo para entrar',
  password: 'Elige tu contraseña',
  passwordHint: `Al menos ${PASSWORD_MIN} caracteres`,
  passwordTooShort: `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres`,
  repeat: 'Repite la contraseña',
  different: 'Las contraseñas no coinciden',
  accept: 'Aceptar y entrar',
  accepting: 'Entrando...',
  failed: 'No se pudo aceptar la invitación',
  otherOpen: (name: string) =>
    `En este navegador está abierta la sesión de ${name}: al aceptar, queda abierta la tuya.`,
  lookFailed: 'No se pudo comprobar la invitación',
  retry: 'Reintentar',
  invalid: 'La invitación no sirve: ya se usó, venció o fue revocada',
  invalidHint:
    'Si ya elegiste tu contraseña, inicia sesión. Si no, pide a quien te invitó que la envíe otra vez: el enlace nuevo vale 72 horas.',
  missing: 'Falta la invitación',
  missingHint:
    'Abre el enlace entero que recibiste, o escanea otra vez su código QR. Solo se puede usar una vez.',
  login: 'Iniciar sesión',
} as const
