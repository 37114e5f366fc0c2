/** Texts of the kiosk mode. */
export const KIOSK_TEXTS = {
  label: 'Modo kiosco',
  fullscreen: 'Pantalla completa',
  leave: 'Salir del modo kiosco',
  lost: (time: string) => `Sin conexión con el hub desde las ${time}: lo que se ve es de entonces`,
  noReaders: 'Sin lectores: no llega ninguna lectura',
} as const
