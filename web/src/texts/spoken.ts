/** The Spanish sentences that only screen readers hear; see app.ts. */
export const SPOKEN_TEXTS = {
  unknown: (tag: string, agent: string) => `Tag sin registrar ${tag} en ${agent}`,
  retired: (name: string, tag: string, agent: string) =>
    `Tag retirado de ${name}, ${tag} en ${agent}`,
  unknowns: (count: string, tag: string, agent: string) =>
    `${count} tags sin registrar, el último ${tag} en ${agent}`,
  lost: 'Sin conexión con el hub: los datos no están al día',
  unread: 'Ningún lector conectado: no llegan lecturas',
  live: 'Los datos están al día otra vez',
  refusedMore: (last: string, more: number) =>
    `${last}, y ${more === 1 ? 'otro aviso' : `${more} avisos`} más en Notificaciones`,
} as const
