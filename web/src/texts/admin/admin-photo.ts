const MEGABYTE = 1024 * 1024

/** The Spanish texts of a photo and of the field that takes one. */
export const PHOTO_TEXTS = {
  label: 'Foto',
  pick: 'Elegir foto',
  change: 'Cambiar foto',
  remove: 'Quitar foto',
  hint: 'JPEG, PNG o WebP; se reduce antes de subirla.',
  none: 'Sin foto',
  gone: 'Foto no disponible',
  photoOf: (name: string) => `Foto de ${name}`,
  preview: 'Foto elegida',
  scaling: 'Preparando la foto...',
  sending: 'Subiendo la foto...',
  ready: 'Foto lista. Se guarda con el formulario.',
  removed: 'La foto se quita al guardar.',
  failed: (reason: string) => `Fallo subiendo imagen. ${reason}`,
  network: 'No hubo respuesta del hub; elige la foto de nuevo.',
  faults: {
    heic: 'Este navegador no abre fotos HEIC. Guárdala como JPEG o PNG y elígela de nuevo.',
    unreadable: 'El archivo no es una foto que se pueda abrir. Usa una en JPEG o PNG.',
    'too-large': (bytes: number) =>
      `La foto pesa más de ${bytes / MEGABYTE} MB. Redúcela y elígela de nuevo.`,
  },
} as const
