/** Texts of the kiosk mode. */
export const kioskTexts = {
  label: 'Modo kiosco',
  fullscreen: 'Pantalla completa',
  leave: 'Salir del modo kiosco',
} as const
