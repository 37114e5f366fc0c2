/** The Spanish texts in the margins of printed pages; see app.ts. */
export const PAPER_TEXTS = {
  page: 'Página ',
  pageOf: ' de ',
  printed: 'Impreso',
  /** As in the view of states, whose texts no other screen loads. */
  none: '—',
  never: 'Nunca',
  online: 'Online',
  offline: 'Offline',
  noStreets: 'Este mapa no tiene calles: los agentes están a escala.',
  gates: [
    'Agente',
    'Código',
    'Ubicación',
    'Estado',
    'Último seen',
    'Lecturas hoy',
    'Suprimidas hoy',
  ],
} as const
