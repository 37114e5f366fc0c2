/** Texts of who may pass of a vehicle or an asset, and of the tags that pass nowhere. */
export const ASSET_ACCESS_TEXTS = {
  title: (name: string) => `Acceso de ${name}`,
  free: 'Sin bloqueo',
  blocked: 'Bloqueado: no pasa en ninguna portería que decide',
  block: 'Bloquear…',
  unblock: 'Desbloquear…',
  askBlock: (name: string) =>
    `¿Bloquear ${name}? Se niegan todos los tags que tiene y que tuvo, también si lo borran o le cambian el tag.`,
  askUnblock: (name: string) =>
    `¿Desbloquear ${name}? Sus tags vuelven a pasar donde una frase los deja.`,
  yesBlock: 'Bloquear',
  yesUnblock: 'Desbloquear',
  no: 'Cancelar',
  done: { blocked: 'Bloqueado.', unblocked: 'Desbloqueado.', saved: 'Guardado.' },
  confirmed: 'Todas las porterías que deciden lo confirmaron.',
  unconfirmed: (gates: string) =>
    `Aún no lo confirman: ${gates}. Hasta entonces deciden como antes.`,
  from: 'Válido desde',
  until: 'Válido hasta',
  fromHint: 'Vacío: desde siempre',
  untilHint: 'Vacío: sin fin',
  wrongOrder: '«Válido hasta» debe ser posterior a «Válido desde»',
  group: 'Grupo',
  noGroup: 'Sin grupo',
  groupHint: 'Los grupos se crean en Accesos, con la segunda frase de una portería.',
  save: 'Guardar',
  failed: 'No se pudo guardar.',
  tags: {
    title: (count: string, isOne: boolean) =>
      `${count} ${isOne ? 'tag bloqueado' : 'tags bloqueados'}`,
    of: (name: string, when: string, by: string) => `de ${name}, ${when}, por ${by}`,
    worn: 'lo lleva un vehículo bloqueado',
    lift: 'Desbloquear tag',
    liftOf: (uid: string) => `Desbloquear tag ${uid}`,
    ask: '¿Desbloquear este tag?',
    askDetail: (uid: string, name: string) => `${uid}, que fue de ${name}, deja de negarse.`,
    lifted: (uid: string) => `${uid} ya no está bloqueado.`,
    failed: 'No se pudo desbloquear el tag.',
  },
} as const
