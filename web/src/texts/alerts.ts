/** Texts of the panel «Avisos». */
export const ALERT_TEXTS = {
  title: 'Avisos',
  empty: 'Sin avisos',
  failed: 'No se pudieron cargar los avisos.',
  old: 'El hub no responde: estos avisos pueden ser viejos.',
  retry: 'Reintentar',
  since: (time: string) => `Desde ${time}`,
  toControl: 'Ver el agente',
  toMap: 'Ver en el mapa',
  toAsset: 'Ver ficha',
  linkOf: (link: string, subject: string) => `${link}: ${subject}`,
  moreWaiting: (count: string) => `Equipos que también piden ser un agente: ${count} más.`,
  more: (count: string) => `Y ${count} más: están en Administración > Agentes.`,
  /** Of a kind that only a newer hub knows. */
  unknown: {
    what: 'Un aviso que esta página no conoce',
    todo: 'Recarga la página.',
  },
  offline: { what: 'Sin conexión', todo: 'Revisa la corriente y la red del equipo.' },
  quarantine: {
    what: 'En cuarentena: dos equipos dicen ser este agente',
    todo: 'Un administrador debe aceptar el verdadero en su panel de control.',
  },
  gap: {
    what: (count: string, why: string) => `Perdió ${count} registros en 24 h${why}`,
    unknown: 'Perdió registros en 24 h',
    todo: 'Revisa el disco y los lectores del equipo.',
    reasons: {
      cap: 'memoria llena',
      pruned: 'ya borrados en el equipo',
      ring: 'disco lento',
      missing: 'archivo dañado',
      damaged: 'archivo dañado',
      refused: 'no se pudieron guardar',
    } as Readonly<Record<string, string>>,
  },
  badEntries: {
    what: (count: string) => `El hub no puede leer ${count} de sus registros en 24 h`,
    unknown: 'El hub no puede leer muchos de sus registros',
    todo: 'Actualiza el equipo; si no cambia, rota su clave: puede no ser el equipo quien los envía.',
  },
  silent: {
    what: (reader: string) => `El lector ${reader} está en silencio`,
    todo: 'Prueba con un tag y revisa la antena.',
  },
  closed: {
    what: (reader: string, why: string) => `El lector ${reader} está cerrado: ${why}`,
    todo: 'Revisa su cable, su corriente y su configuración.',
  },
  warning: {
    what: (reader: string, why: string) => `El lector ${reader} lee mal: ${why}`,
    todo: 'Revisa el lector en Administración > Agentes.',
  },
  sensor: {
    what: (sensor: string, why: string) => `El sensor ${sensor} no da datos: ${why}`,
    todo: 'Revisa su cable y su alimentación.',
  },
  alarm: {
    what: (sensor: string) => `El sensor ${sensor} da la alarma`,
    todo: 'Comprueba el lugar: puede haber gas o humo.',
  },
  fire: {
    what: (input: string) => `Entrada de incendio ${input} activa`,
    todo: 'Comprueba el lugar: mientras dure, los relés siguen la regla de incendio.',
  },
  input: {
    what: (input: string, why: string) => `La entrada ${input} no se puede leer: ${why}`,
    todo: 'Revisa su cable y su configuración.',
  },
  relay: {
    what: (relay: string, why: string) => `No se sabe si el relé «${relay}» está activo: ${why}`,
    todo: 'Míralo en el sitio y revisa su tarjeta y su cable.',
  },
  leftOpen: {
    what: (barrier: string) => `La barrera ${barrier} quedó abierta`.replace('  ', ' '),
    todo: 'Mira si algo la detiene, y ciérrala con su mando.',
  },
  bothWays: {
    what: (barrier: string) =>
      `La barrera ${barrier} dice abierta y cerrada a la vez`.replace('  ', ' '),
    todo: 'Revisa sus dos contactos: uno se quedó pegado.',
  },
  relays: {
    what: (why: string) => `Los relés no se pueden mover: ${why}`,
    todo: (todo: string | null) =>
      `La barrera no se abre desde aquí: usa su mando y ${todo ?? 'revisa el equipo'}.`,
  },
  undervoltage: {
    what: 'Voltaje bajo',
    todo: 'Cambia la fuente o el cable de corriente del equipo.',
  },
  clock: { what: 'Reloj sin sincronizar', todo: 'Revisa la red o el NTP del equipo.' },
  cleartext: {
    what: 'Habla con el hub sin cifrar: otros en la red pueden leer su clave',
    todo: 'Pon https en EDGE_HUB_URL, o EDGE_ALLOW_HTTP=1 si esa red es solo tuya.',
  },
  outbox: {
    what: (percent: string) => `Memoria de lecturas al ${percent}`,
    todo: 'Revisa la red antes de que pierda registros.',
  },
  outboxFull: {
    what: 'Memoria de lecturas llena: perdió registros',
    todo: 'Revisa la red: sin hub los más antiguos se pierden.',
  },
  blocked: {
    what: (why: string) => `El disco no acepta datos: ${why}`,
    todo: 'Revisa la tarjeta SD: las lecturas esperan en memoria.',
  },
  replaced: {
    what: 'Archivo de lecturas dañado y reemplazado',
    todo: 'Cambia pronto la tarjeta SD del equipo.',
  },
  retired: {
    what: (name: string, tag: string) => `Se leyó el tag retirado de ${name}: ${tag}`,
    todo: 'Averigua quién lo lleva: sus lecturas ya no cuentan para nadie.',
  },
  reported: {
    /** What it begins with. */
    head: 'Tag desconocido',
    what: (tag: string, who: string) =>
      who === '' ? `Tag desconocido por revisar: ${tag}` : `Tag desconocido ${tag}. Avisa ${who}`,
    todo: 'Un administrador debe registrarlo, o descartar el aviso.',
  },
  enrol: {
    what: 'Un equipo pide ser este agente',
    todo: 'Un administrador compara su huella con la que dice el equipo, y decide.',
    fingerprint: 'Huella',
    serial: 'Serie',
    address: 'Dirección',
    name: 'Nombre que trae',
    replaces: 'Reemplaza al equipo actual: su clave deja de servir.',
    approve: 'Aprobar',
    reject: 'Rechazar',
    of: (action: string, agent: string) => `${action} el equipo de ${agent}`,
    sureApprove: (agent: string) => `¿Aprobar este equipo como ${agent}?`,
    sureReject: (agent: string) =>
      `¿Rechazar este equipo? El token de la tarjeta de ${agent} deja de servir.`,
    approved: 'Equipo aprobado: se conecta en un minuto',
    rejected: 'Equipo rechazado',
    failed: 'No se pudo guardar la decisión',
  },
  clockOff: {
    ahead: (minutes: string) => `Su reloj va ${minutes} min adelantado`,
    behind: (minutes: string) => `Su reloj va ${minutes} min atrasado`,
    unknown: 'Su reloj no va con el del hub',
    todo: 'Revisa el NTP del equipo, y el del hub: la hora de sus lecturas es la estimada.',
  },
  clockStep: {
    what: 'El reloj dio un salto',
    todo: 'Revisa la red o el NTP del equipo.',
  },
} as const
