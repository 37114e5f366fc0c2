/** Texts of an agent's devices and of its Raspberry Pi. */
export const HARDWARE_TEXTS = {
  title: 'Equipo',
  none: 'De sensores, entradas, relés y su propio estado no informa nada.',
  readers: {
    title: 'Lectores',
    none: 'Ninguno configurado: este agente no lee nada.',
    open: 'Leyendo',
    simulated: 'Simulado',
    silent: 'En silencio',
    closed: (why: string) => `Cerrado: ${why}`,
    warning: (why: string) => `Lee mal: ${why}`,
    note: (ids: string, why: string, todo: string | null) =>
      `Lector ${ids} lee mal: ${why}; ${todo ?? 'revisa el lector'}`,
    at: (path: string, type: string) => `${path} · ${type}`,
    /** Kinds of readers that are no name of a product. */
    types: { simulator: 'simulador' } as Readonly<Record<string, string>>,
  },
  sensors: {
    title: 'Sensores',
    ok: 'Midiendo',
    warming: 'Calentando',
    alarm: 'Da la alarma',
    alarmNote: (source: string) => `Sensor ${source}: da la alarma; comprueba el lugar`,
    stale: (why: string) => `Sin datos: ${why}`,
    note: (source: string, why: string, todo: string | null) =>
      `Sensor ${source} sin datos: ${why}; ${todo ?? 'revisa su cable y su alimentación'}`,
  },
  inputs: {
    title: 'Entradas',
    name: (id: string) => `Entrada ${id}`,
    active: 'Activa',
    rest: 'En reposo',
    failed: (why: string) => `No se puede leer: ${why}`,
    rules: {
      open: 'salida libre',
      fire: 'incendio',
      block: 'bloqueo',
      report: 'solo informa',
    },
    senses: {
      loop: 'lazo',
      barrier_open: 'barrera abierta',
      barrier_closed: 'barrera cerrada',
    },
    pin: (rule: string, pin: number) => `${rule} · GPIO ${pin}`,
    fire: (id: string) => `Entrada de incendio ${id}: activa; comprueba el lugar`,
    note: (id: string, why: string, todo: string | null) =>
      `Entrada ${id} no se puede leer (${why}); ${todo ?? 'revisa su cable y su configuración'}`,
  },
  relays: {
    title: 'Relés',
    /** What moves them, where it is no name of a product. */
    drivers: { simulated: 'Simulador', none: 'Relés' } as Readonly<Record<string, string>>,
    ready: 'Listos',
    none: 'Ninguno configurado',
    simulated: 'Simulados: no mueven nada real',
    pinsSimulated: 'Los de pines son simulados; los de tarjetas no',
    failed: (why: string) => `No se puede mover ninguno: ${why}`,
    pinsFailed: (why: string) => `No se pueden mover los de pines: ${why}`,
    unknown: (why: string) => `No se sabe si está activo: ${why}`,
    unknownNote: (relay: string, why: string, todo: string | null) =>
      `No se sabe si el relé «${relay}» está activo (${why}); míralo en el sitio${todo === null ? '' : ` y ${todo}`}`,
    note: (why: string, todo: string | null) =>
      `No se puede mover ningún relé (${why}); usa el mando de la barrera${todo === null ? '' : ` y ${todo}`}`,
    simulatedNote: 'Relés simulados: no mueven nada real',
    pins: (pins: string) => `Relés ${pins}`,
  },
  host: {
    title: 'Raspberry Pi',
    names: {
      cpu_temp: 'Temperatura',
      undervoltage: 'Voltaje',
      throttled: 'Velocidad',
      disk_free: 'Disco libre',
      card_wear: 'Desgaste de la tarjeta SD',
    },
    voltageGood: 'Suficiente',
    voltageLow: 'Bajo; cambia la fuente o el cable de corriente',
    speedGood: 'Completa',
    speedLow: 'Reducida para protegerse; revisa corriente y ventilación',
    hot: (value: string) => `${value}; mejora la ventilación`,
    diskLow: (value: string) => `${value}; libera espacio`,
    worn: (value: string) => `${value}; cambia pronto la tarjeta SD`,
    old: 'Sin dato reciente',
    note: (name: string, words: string) =>
      `${name} ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
  },
} as const
