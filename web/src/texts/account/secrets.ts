/** Texts of the controls that copy secrets or show them as QR codes. */
export const SECRET_TEXTS = {
  copy: 'Copiar',
  copyOf: (what: string) => `Copiar ${what}`,
  copied: (what: string) => `Copiado: ${what}`,
  manual: 'Copia manual',
  manualHint: 'Este navegador no deja copiar desde aquí: selecciona el texto y cópialo.',
  qrFailed: 'No se pudo generar el QR',
  qrLoading: 'Generando QR...',
} as const
