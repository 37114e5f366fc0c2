/** The Spanish texts of printing a list of the administration; see app.ts. */
export const LIST_PRINT_TEXTS = {
  print: 'Imprimir',
  hint: 'Imprime todas las filas de la lista, también las de las otras páginas',
  failed: 'La lista no se pudo cargar para imprimirla.',
  /** Before and after how many the list has. */
  part: (rows: string) => `${rows} de `,
  page: (page: string, pages: string) => ` (página ${page} de ${pages})`,
  whole: 'El botón Imprimir trae la lista entera.',
} as const
