/** The Spanish texts of printing a list of the administration; see app.ts. */
export const LIST_PRINT_TEXTS = {
  print: 'Imprimir',
  hint: 'Imprime todas las filas de la lista, también las de las otras páginas',
  failed: 'La lista no se pudo cargar para imprimirla.',
  part: (page: string, pages: string) =>
    `Parte ${page} de ${pages} de la lista: «Imprimir» las imprime todas.`,
  cut: (rows: string, total: string) =>
    `Las primeras ${rows} filas de ${total}: una búsqueda acorta la lista.`,
} as const
