/** Texts of dialogs and notices, and the history of the latter. */
export const DIALOG_TEXTS = {
  titles: {
    confirm: 'Confirmar',
    remove: 'Eliminar',
    success: 'Listo',
    info: 'Info',
    error: 'Error',
    warning: 'Atención',
    prompt: 'Ingresar dato',
  },
  /** Defaults of `prompt`, for callers that give no texts of their own. */
  prompt: {
    required: 'Escribe un valor',
    invalidEmail: 'Invalid email address',
    invalidUrl: 'Invalid URL',
  },
  accept: 'Aceptar',
  cancel: 'Cancelar',
  confirmRemove: 'Sí, eliminar',
  close: 'Cerrar',
  noNotices: 'No hay notificaciones.',
  shown: 'Mostrar en pantalla',
  choices: { all: 'Todas', errors: 'Solo errores', none: 'Ninguna' },
} as const
