/** The Spanish texts of the notice on tags that no asset has; see app.ts. */
export const UNKNOWN_TAG_TEXTS = {
  label: 'Tags sin registrar',
  seen: (tag: string, agent: string) => `Tag sin registrar: ${tag} en ${agent}`,
  retired: (name: string, tag: string, agent: string) =>
    `Tag retirado de ${name}: ${tag} en ${agent}`,
  open: 'Ver ficha',
  more: (count: string) => `+${count}`,
  moreTitle: (count: string, isOne: boolean) =>
    isOne ? '1 tag más sin registrar' : `${count} tags más sin registrar`,
  register: 'Registrar',
  close: 'Cerrar',
} as const
