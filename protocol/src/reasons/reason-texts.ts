/**
 * Texts for why a device or disk fails, and what to do; $1, $2 stand for the device's own details.
 */
export interface ReasonText {
  readonly why: string
  /** Null where it depends on the kind of device. */
  readonly todo: string | null
}

const reason = (why: string, todo: string | null = null): ReasonText => ({ why, todo })

/** The known reasons why a device or disk fails. */
export const REASON_TEXTS = {
  returnLoss: reason('antena mal conectada o dañada', 'revisa la antena y su cable'),
  noAntenna: reason('sin antena conectada (antena $1)', 'conecta la antena o quítala de antennas'),
  someAntenna: reason('sin antena conectada', 'revisa la antena y su cable'),
  antennaFails: reason('la antena $1 no lee ($2)', 'revisa la antena y su cable'),
  hot: reason('está muy caliente', 'mejora su ventilación'),
  clockBehind: reason('su reloj está $1 s atrasado; ya se corrige', 'pon en hora el lector'),
  clockAhead: reason('su reloj está $1 s adelantado; ya se corrige', 'pon en hora el lector'),
  overflow: reason('su memoria se llenó y perdió lecturas', 'revisa la red hasta el lector'),
  buffer: reason('su memoria está al $1 %', 'revisa la red hasta el lector'),
  noChannel: reason(
    'no encuentra un canal libre para transmitir',
    'aleja otros lectores o revisa region',
  ),
  tagUnread: reason('no pudo leer un tag', 'acerca el tag y revisa la antena'),
  tagDenies: reason('un tag no deja leerse', 'prueba con otro tag'),
  region: reason('no acepta la región $1', 'corrige region en EDGE_CONFIG'),
  otherRegion: reason(
    'tiene la región $1 y la configuración dice $2',
    'corrige region en EDGE_CONFIG o en el lector',
  ),
  power: reason('no acepta una potencia de $1 dBm', 'corrige powerDbm en EDGE_CONFIG'),
  password: reason('no acepta el usuario o la clave', 'corrige su usuario y su clave'),
  topic: reason('el broker no deja leer $1', 'da ese permiso al usuario en el broker'),
  mqttVersion: reason('el broker no habla esa versión de MQTT', 'pon mqttVersion en 4'),
  clientId: reason('el broker no acepta el clientId', 'pon otro clientId en EDGE_CONFIG'),
  takenOver: reason('otro cliente usa su sesión', 'da a cada lector un clientId propio'),
  brokerAway: reason('el broker no está disponible', 'revisa el broker'),
  banned: reason('el broker bloqueó a este equipo', 'quita el bloqueo en el broker'),
  tooBig: reason('el broker envió un mensaje muy grande', 'revisa qué publica el lector'),
  brokerEnded: reason('el broker cortó la conexión ($1)', 'revisa el broker'),
  variant: reason('no habla esa variante', 'pon variant "$1" en EDGE_CONFIG'),
  refusesLink: reason('no acepta la conexión ($1)', 'cierra otras conexiones al lector'),
  refuses: reason('no acepta una orden ($1)', 'revisa su configuración en EDGE_CONFIG'),
  httpStatus: reason('responde con el error $1 a $2', 'revisa su dirección y su ruta'),
  hookKey: reason('su clave en $1 es muy corta', 'crea otra con openssl rand -hex 24'),
  hookHost: reason('host no es una dirección de este equipo', 'corrige host en EDGE_CONFIG'),
  hookPort: reason('sin permiso para ese puerto', 'usa un puerto desde 1024'),
  certificate: reason(
    'su certificado no es válido ($1)',
    'revisa caFile y la hora de los dos equipos',
  ),
  caFile: reason('no se puede leer $1 ($2)', 'revisa la ruta y el permiso de caFile'),
  unknownHost: reason(
    'no se encuentra $1 en la red',
    'revisa su nombre en EDGE_CONFIG y el DNS del equipo',
  ),
  package: reason(
    'falta el paquete $1 en el equipo',
    'instálalo en el equipo y reinicia el agente',
  ),
  noChip: reason('no se encuentran los pines GPIO', 'revisa chip en EDGE_CONFIG y el equipo'),
  noSensor: reason('el sistema no ve el sensor', 'revisa su dtoverlay en config.txt'),
  manySensors: reason('hay varios sensores $1', 'elige en EDGE_CONFIG uno de $2'),
  noMeasure: reason('no da esa medida ($1)', 'revisa el sensor en EDGE_CONFIG'),
  otherUnit: reason('responde la dirección $1 en vez de la $2', 'corrige unit en EDGE_CONFIG'),
  channelStuck: reason('su canal $1 no se apaga', 'revisa la tarjeta'),
  otherMaster: reason('lo activó otro sistema', 'deja el bus de la tarjeta a un solo sistema'),
  notAsked: reason('aún no se le ha preguntado a su tarjeta'),
  busNoise: reason('responde con ruido', 'revisa el cable A/B del bus y baudRate'),
  boardRefuses: reason('la tarjeta no acepta la orden ($1)', 'corrige channel en EDGE_CONFIG'),
  noise: reason('responde con ruido', 'revisa su cable y su resistencia pull-up'),
  impossible: reason('da un valor imposible ($1)', 'revisa su cable y su modelo'),
  powerOn: reason('da $1, su valor al encenderse', 'revisa su alimentación y su pull-up'),
  jump: reason('su valor saltó de $1 a $2', 'revisa su cable y su alimentación'),
  hangs: reason('una medición anterior no termina', 'revisa su cable y su alimentación'),
  stuck: reason('la línea $1 no se mueve: algo más fija su nivel', 'revisa su cableado'),
  lineDead: reason('la línea $1 no responde ($2)', 'revisa su cableado y reinicia el agente'),
  lineShut: reason('la línea $1 no está abierta', 'espera el próximo intento'),
  usedBy: reason('lo usa «$1»', 'cierra ese programa en el equipo'),
  busy: reason('otro programa lo está usando', 'cierra ese programa en el equipo'),
  grabbed: reason('otro programa lo está usando', 'ciérralo o pon grab en false'),
  wrongInputDevice: reason(
    'no es un teclado',
    'usa uno de /dev/input/by-id que termine en -event-kbd',
  ),
  group: reason('sin permiso para abrirlo', 'agrega el usuario del agente al grupo $1'),
  serialGroup: reason('sin permiso para abrirlo', 'agrega el usuario del agente al grupo dialout'),
  forbidden: reason('sin permiso para abrirlo', 'da permiso al usuario del agente'),
  missing: reason('no se encuentra el equipo'),
  gone: reason('se desconectó'),
  refused: reason('no acepta la conexión'),
  cut: reason('cortó la conexión'),
  unwired: reason('no responde', 'revisa su corriente, su cable, baudRate y framing'),
  noAnswer: reason('no responde'),
  full: reason('no tiene espacio'),
  readOnly: reason('solo deja leer'),
  faulty: reason('falla al leer o escribir'),
  device: reason('informa una falla ($1)', 'revisa el lector y su antena'),
  none: reason('sin causa informada'),
} as const satisfies Record<string, ReasonText>
