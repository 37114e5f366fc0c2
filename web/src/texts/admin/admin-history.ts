/** The Spanish texts of edits that concern earlier reads; see app.ts. */
export const HISTORY_TEXTS = {
  title: '¿Desde cuándo vale el cambio?',
  text: (name: string) => `${name} ya tiene lecturas.`,
  keep: 'Desde ahora',
  keepHint: 'Las lecturas anteriores siguen mostrando los datos de entonces.',
  correct: 'Corregir también el historial',
  correctHint: 'Estaba mal escrito: las lecturas anteriores mostrarán los datos nuevos.',
  cancel: 'Cancelar',
  newTag: (name: string) => `Tag RFID nuevo de ${name}`,
  sameTag: 'Es el tag que ya tiene',
  replaced: (name: string, tag: string) =>
    `Tag reemplazado. ${tag} queda como retirado de ${name}: si se lee de nuevo, se avisa.`,
} as const
