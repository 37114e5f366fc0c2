/** Texts of the kiosk mode. */
export const KIOSK_TEXTS = {
  label: 'Modo kiosco',
  fullscreen: 'Pantalla completa',
  leave: 'Salir del modo kiosco',
} as const
