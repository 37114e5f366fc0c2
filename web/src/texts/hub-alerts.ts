/** What the panel «Avisos» says of the hub itself. */
export const HUB_ALERT_TEXTS = {
  title: (hub: string) => (hub === '' ? 'Hub' : `Hub ${hub}`),
  span: (from: string, to: string) => `Desde ${from} hasta ${to}`,
  filling: {
    what: (left: string) => `Queda poco disco en el hub${left}`,
    todo: 'Libera espacio: mueve respaldos viejos, o pon HUB_RETENTION_DAYS.',
  },
  full: {
    what: (left: string) => `El disco del hub está lleno${left}: deja de guardar`,
    database: 'El disco de la base de datos está lleno: nada se guarda',
    todo: 'Libera espacio: mueve primero los respaldos viejos. Los agentes conservan sus lecturas mientras tanto.',
    tell: 'Avisa a quien administra el hub. Los agentes conservan sus lecturas mientras tanto.',
  },
  left: (size: string) => ` (quedan ${size})`,
  database: {
    what: (why: string) => `La base de datos no responde${why}`,
    over: (why: string) => `La base de datos no respondió${why}`,
    todo: 'Revisa que esté en marcha y su red. Nada se guarda ni se lee; los agentes conservan sus lecturas.',
    tell: 'Avisa a quien administra el hub. Nada se guarda ni se lee; los agentes conservan sus lecturas.',
    done: 'Ya responde: las lecturas de ese tiempo llegan de los agentes.',
    causes: {
      no_answer: '',
      refused: 'no acepta la conexión',
      unknown_host: 'no se encuentra su equipo en la red',
      starting: 'está arrancando',
      stopping: 'la apagaron',
      too_many: 'tiene demasiadas conexiones',
      password: 'no acepta el usuario o la contraseña',
      no_database: 'la base no existe',
      file: 'su archivo no se puede leer',
    } as Readonly<Record<string, string>>,
  },
  mail: {
    what: (server: string, why: string) => `El correo no sale: ${server} ${why}`,
    causes: {
      password: {
        why: 'no acepta la contraseña',
        todo: 'Corrige el usuario y la contraseña en HUB_SMTP_URL.',
      },
      refused: {
        why: 'no acepta la conexión',
        todo: 'Revisa que el servidor de correo esté en marcha, y el puerto en HUB_SMTP_URL.',
      },
      unknown_host: {
        why: 'no se encuentra en la red',
        todo: 'Corrige el nombre en HUB_SMTP_URL, o revisa el DNS del hub.',
      },
      no_answer: {
        why: 'no responde',
        todo: 'Revisa la red del hub y el puerto en HUB_SMTP_URL.',
      },
      certificate: {
        why: 'no muestra un certificado válido',
        todo: 'Dale uno para su nombre, o pon su autoridad en NODE_EXTRA_CA_CERTS.',
      },
      rejected: {
        why: 'rechaza los mensajes',
        todo: 'Revisa el remitente (from) en HUB_SMTP_URL y las direcciones que reciben los avisos.',
      },
    } as Readonly<Record<string, { why: string; todo: string }>>,
    other: {
      why: 'no acepta los mensajes',
      todo: 'Mira el registro del hub, que dice el código del servidor.',
    },
  },
  old: {
    what: (age: string) => `El último respaldo tiene ${age}`,
    todo: 'Revisa el temporizador de respaldos, o haz uno: main.js backup.',
  },
  never: {
    what: 'No hay ningún respaldo de estos datos',
    todo: 'Programa respaldos (main.js backup); si los haces de otra forma, pon HUB_BACKUP_MAX_HOURS=0.',
  },
  age: (days: number, hours: number) => (days > 1 ? `${days} días` : `${days * 24 + hours} h`),
} as const
