/** Texts of a gate's loops and barriers. */
export const CONTACT_TEXTS = {
  label: 'Barrera y lazo',
  barriers: 'Barreras',
  /** A gate with one barrier gives it no name. */
  barrier: (name: string, state: string) => ['Barrera', name, state].filter(Boolean).join(' '),
  positions: {
    open: 'abierta',
    closed: 'cerrada',
    between: 'a medias',
    contradictory: 'dice abierta y cerrada a la vez',
    unknown: 'sin señal',
  },
  leftOpen: 'quedó abierta',
  leftOpenNote: (barrier: string) => `${barrier}: mira si algo la detiene, y ciérrala con su mando`,
  contradictoryNote: (barrier: string) =>
    `${barrier}; revisa sus dos contactos: uno se quedó pegado`,
  /** A gate with one loop needs no name for it. */
  loop: (id: string) => (id === '' ? 'Lazo' : `Lazo ${id}`),
  occupied: (loop: string) => `${loop} ocupado`,
  free: (loop: string) => `${loop} libre`,
  silent: (loop: string) => `${loop} sin señal`,
} as const
