/** The Spanish texts in the margins of printed pages; see app.ts. */
export const PAPER_TEXTS = { page: 'Página ', pageOf: ' de ', printed: 'Impreso' } as const
