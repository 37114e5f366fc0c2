const counted = (count: string, what: string) => `${count} ${what}${count === '1' ? '' : 's'}`

/** The Spanish texts of «Estado»: how the hub stands, and what there is to do. */
export const STATE_TEXTS = {
  title: 'Estado',
  of: (hub: string, when: string) => `De ${hub}, a las ${when}`,
  levels: { ok: 'Bien', warn: 'Atención', bad: 'Urgente', unknown: 'Sin datos' },
  disk: {
    name: (path: string) => `Disco de ${path}`,
    figure: (free: string, all: string) => `${free} libres de ${all}`,
    unknown: 'El hub no pudo mirar este disco: revisa que esté montado y sus permisos.',
  },
  database: {
    name: (kind: 'sqlite' | 'postgres') =>
      `Base de datos (${kind === 'sqlite' ? 'SQLite' : 'Postgres'})`,
    noSize: 'Tamaño desconocido',
    grows: (size: string) => `crece ${size} al día`,
    shrinks: 'no crece',
    unmeasured: 'su crecimiento se sabe tras un día',
    full: (day: string) => `llena el disco el ${day}`,
    todo: 'Libera espacio antes de ese día: mueve respaldos viejos, o pon HUB_RETENTION_DAYS.',
    unknown: 'No responde: revisa que esté en marcha, y su disco.',
  },
  backup: {
    name: 'Último respaldo',
    unwatched: 'No se vigila: los datos son de demostración, o se respaldan de otra forma',
    none: 'Ninguno',
    made: (when: string, age: string) => `${when}, hace ${age}`,
    unknown: 'El hub no pudo ver cuándo fue: revisa la base de datos.',
  },
  chain: { name: 'Registro de quién hizo qué', open: 'Ver el registro' },
  certificate: {
    name: 'Certificado',
    none: 'Este hub no sirve HTTPS por sí mismo',
    ends: (day: string, days: string) => `Vence el ${day}: ${days}`,
    ended: (day: string) => `Venció el ${day}`,
    left: (days: number) => (days === 1 ? 'queda 1 día' : `quedan ${days} días`),
    todo: 'Renuévalo, pon los archivos nuevos en HUB_TLS_CERT y HUB_TLS_KEY, y reinicia el hub.',
    unknown: 'El hub no pudo leer HUB_TLS_CERT: revisa el archivo y sus permisos.',
  },
  clock: {
    name: 'Relojes',
    hub: (when: string) => `El hub tiene ${when}`,
    agent: (name: string, off: string, isAhead: boolean) =>
      `${name}: ${off} ${isAhead ? 'adelantado' : 'atrasado'}`,
    unset: (name: string) => `${name}: sin sincronizar`,
    todo: 'Revisa el NTP de esos equipos, y el del hub.',
    unknown: 'El hub no sabe cómo van los relojes de sus agentes.',
  },
  access: {
    name: 'Lista de tags de las puertas',
    tags: (count: string) => counted(count, 'tag'),
    denied: (count: string) => `${count} ${count === '1' ? 'bloqueado' : 'bloqueados'}`,
    todo: 'No caben más: las puertas no conocen los tags nuevos. Elimina vehículos y activos que ya no existen, y desbloquea tags viejos.',
  },
  queues: {
    name: 'Colas',
    none: 'Nada espera',
    mails: (count: string) => `${counted(count, 'correo')} por enviar`,
    entries: (count: string) => `${counted(count, 'registro')} por guardar`,
    outboxes: (count: string) => `${counted(count, 'registro')} en los agentes`,
    deadLetters: (count: string) =>
      `${counted(count, 'registro')} que no se ${count === '1' ? 'puede' : 'pueden'} leer`,
    todo: {
      other: 'Mira los avisos, en la campana: dicen qué pasó.',
      mails: 'Prueba el correo, abajo.',
      entries: 'La base de datos va lenta: revisa su disco.',
      outboxes: 'Revisa la red de los agentes.',
      deadLetters: 'Actualiza los agentes que los envían.',
    },
    unknown: 'El hub no pudo contarlas: revisa la base de datos.',
  },
  replicas: {
    name: 'Hubs',
    one: (name: string, version: string | null, isOwn: boolean) =>
      `${name}${version === null ? '' : ` ${version}`}${isOwn ? ' (este)' : ''}`,
    todo: 'Actualiza todos a la misma versión.',
  },
} as const
