import { ConfigError } from '@vehicle-control/protocol'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const line = { id: 'gate', type: 'line', path: '/dev/ttyUSB0' }
const wiegand = { id: 'w', type: 'wiegand', d0: 20, d1: 21 }
const env = {
  EDGE_HUB_URL: 'https://hub.example.org',
  EDGE_AGENT_CODE: 'gate-1',
  EDGE_CONFIG: '/etc/edge.json',
}

const relaysWith = (lines: unknown[]) => ({ relays: { driver: 'simulated', lines } })

function load(
  variables: Record<string, string | undefined> = {},
  file: unknown = { readers: [line] },
) {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return loadConfig({ ...env, ...variables }, () => text)
}

function faultOf(variables: Record<string, string | undefined>, file?: unknown): string {
  try {
    load(variables, file)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as ConfigError
    expect(message).not.toContain('\n')
    return message
  }
  throw new Error('accepted')
}

describe('loadConfig', () => {
  it('fills in the defaults', () => {
    expect(load()).toEqual({
      hubUrl: new URL('https://hub.example.org'),
      allowHttp: false,
      agentCode: 'gate-1',
      dataDir: './data/edge',
      logLevel: 'info',
      readers: [{ ...line, baudRate: 9600, silentAfterMs: 0, uid: 'epc' }],
      relays: { driver: 'auto', lines: [] },
      inputs: [],
      sensors: [],
    })
  })

  it('takes every setting', () => {
    const config = load(
      {
        EDGE_API_KEY: ' vc_1_secret\n',
        EDGE_ENROLL_TOKEN: 'token-1',
        EDGE_AGENT_NAME: 'Portón norte',
        EDGE_AGENT_LOCATION: 'Bogotá',
        EDGE_DATA_DIR: '/var/lib/edge',
        EDGE_ALLOW_HTTP: '1',
        LOG_LEVEL: 'debug',
      },
      { readers: [line, { id: 'demo', type: 'simulator', tags: ['de:ad:be:ef'], seed: 3 }] },
    )
    expect(config).toMatchObject({
      apiKey: 'vc_1_secret',
      enrollToken: 'token-1',
      agentName: 'Portón norte',
      agentLocation: 'Bogotá',
      dataDir: '/var/lib/edge',
      allowHttp: true,
      logLevel: 'debug',
    })
    expect(config.readers[1]).toEqual({
      id: 'demo',
      type: 'simulator',
      tags: ['DEADBEEF'],
      ratePerMinute: 12,
      dayRhythm: true,
      seed: 3,
    })
  })

  it('takes relays and sensors, and fills in their defaults', () => {
    const relays = { driver: 'simulated', lines: [{ pin: 17 }, { pin: 27, activeLow: true }] }
    const config = load({}, { readers: [line], relays, sensors: [{ type: 'simulated' }] })
    expect(config.relays.lines).toEqual([
      { pin: 17, activeLow: false, maxOnMs: 30_000 },
      { pin: 27, activeLow: true, maxOnMs: 30_000 },
    ])
    expect(config.sensors).toEqual([
      { type: 'simulated', source: 'simulated', of: ['temp', 'hum', 'gas'], everyMs: 30_000 },
    ])
  })

  it('takes relays on further pins by their names, also those of a serial port that nobody uses', () => {
    const lines = [
      { pin: 14, name: 'Salida' },
      { pin: 5, name: 'Patio', activeLow: true },
    ]
    const config = load({}, { readers: [line], relays: { driver: 'simulated', lines } })
    expect(config.relays.lines).toMatchObject(lines)
    const full = Array.from({ length: 17 }, (_, i) => ({ pin: 9 + i, name: `R${i}` }))
    const relays = { driver: 'simulated', lines: full }
    expect(faultOf({}, { readers: [line], relays })).toMatch(/lines debe tener como mucho 16 relés/)
  })

  it('takes an empty variable for an absent one', () => {
    expect(load({ EDGE_API_KEY: '', EDGE_DATA_DIR: ' ' })).toMatchObject({
      apiKey: undefined,
      dataDir: './data/edge',
    })
  })

  it('has no devices where no file is named', () => {
    const none = { readers: [], relays: { driver: 'auto', lines: [] }, inputs: [], sensors: [] }
    expect(load({ EDGE_CONFIG: undefined })).toMatchObject(none)
  })

  it.each([
    [{ EDGE_HUB_URL: '' }, /^EDGE_HUB_URL falta; .*https:/],
    [{ EDGE_HUB_URL: 'hub.example.org' }, /^EDGE_HUB_URL no es una URL;/],
    [{ EDGE_HUB_URL: 'ws://hub' }, /^EDGE_HUB_URL debe comenzar con http o https;/],
    [
      { EDGE_HUB_URL: 'https://hub/api' },
      /^EDGE_HUB_URL debe terminar después del nombre y el puerto;/,
    ],
    [{ EDGE_AGENT_CODE: undefined }, /^EDGE_AGENT_CODE falta;/],
    [{ EDGE_AGENT_CODE: 'gate 1' }, /^EDGE_AGENT_CODE debe tener de 1 a 64 letras/],
    [{ EDGE_ALLOW_HTTP: 'yes' }, /^EDGE_ALLOW_HTTP debe ser 1, 0 o faltar/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL debe ser una de estas: fatal, error/],
  ])('names the fault of %j', (variables, message) => {
    expect(faultOf(variables)).toMatch(message)
  })

  it.each([
    { EDGE_API_KEY: 'se cret' },
    { EDGE_ENROLL_TOKEN: 'cret' },
    { EDGE_HUB_URL: 'https://user:cret@hub' },
  ])('does not quote a secret: %j', (variables) => {
    const message = faultOf(variables)
    expect(message).toContain(Object.keys(variables)[0])
    expect(message).not.toContain('cret')
  })

  it.each(['userEnv', 'passwordEnv'])('does not quote a password in the place of %s', (key) => {
    const broker = {
      id: 'gate',
      type: 'mqtt',
      url: 'mqtt://broker',
      topic: 'a',
      userEnv: 'LOGNAME',
    }
    for (const password of ['hunter2', 'HUNTER2', 'Hunter 2']) {
      const message = faultOf({ LOGNAME: 'edge' }, { readers: [{ ...broker, [key]: password }] })
      expect(message).toContain(`readers[0].${key} `)
      expect(message).not.toMatch(/hunter/i)
    }
  })

  it('ends with what a reader names and is not there', () => {
    const webhook = { id: 'hook', type: 'http', port: 8090, keyEnv: 'GATE_KEY' }
    expect(faultOf({ GATE_KEY: 'short' }, { readers: [line, webhook] })).toMatch(
      /^EDGE_CONFIG \/etc\/edge.json: readers\[1\].keyEnv nombra una clave de menos de 16 caracteres; /,
    )
  })

  it.each([
    [{}, /^EDGE_CONFIG \/etc\/edge.json: readers debe ser una lista de lectores, como en \{/],
    [[], /^EDGE_CONFIG \/etc\/edge.json: debe ser un objeto/],
    [{ readers: [] }, /: readers debe tener un lector/],
    [{ readers: ['gate'] }, /: readers\[0\] debe ser un objeto con id y type$/],
    [{ readers: [{ id: 'gate' }] }, /: readers\[0\].type falta; use line o /],
    [
      { readers: [line, { id: 'uhf', type: 'lime' }] },
      /: readers\[1\].type "lime" no es un tipo de lector; use line o /,
    ],
    [
      { readers: [{ id: 'gate', type: 'lime' }] },
      /readers\[0\].type "lime" no es un tipo de lector;/,
    ],
    [
      { readers: [{ ...line, baudRate: '9600' }] },
      /readers\[0\].baudRate debe ser un número entero/,
    ],
    [{ readers: [{ ...line, path: undefined }] }, /readers\[0\].path debe nombrar el puerto serie/],
    [{ readers: [{ ...line, silentAfterMs: -1 }] }, /readers\[0\].silentAfterMs no debe ser neg/],
    [{ readers: [{ ...line, id: 'el portón' }] }, /readers\[0\].id debe tener de 1 a 64 letras/],
    [
      { readers: [{ ...line, baud: 1 }] },
      /readers\[0\].baud no es una clave conocida; corríjala o quítela/,
    ],
    [{ readers: [line], reader: 1 }, /: reader no es una clave conocida/],
    [{ relays: 17 }, /: relays debe ser un objeto con driver y lines$/],
    [{ relays: {} }, /: relays.driver falta; use auto o libgpiod o /],
    [{ relays: { driver: 'gpio' } }, /: relays.driver "gpio" no es un driver de relés; use auto/],
    [
      { relays: { driver: 'simulated' } },
      /: relays.lines debe ser una lista de relés, como en \[\{/,
    ],
    [relaysWith([]), /: relays.lines debe ser una lista de relés, como en \[\{/],
    [relaysWith([17]), /: relays.lines\[0\] debe ser un objeto con pin$/],
    [relaysWith([{ pin: 2, name: 'A' }]), /lines\[0\].pin debe ser 17, 27 u otro pin del conector/],
    [relaysWith([{ pin: 28, name: 'A' }]), /lines\[0\].pin debe ser 17, 27 u otro pin del/],
    [relaysWith([{ pin: 22 }]), /lines\[0\].name falta: el relé del pin 22 se conoce solo por su/],
    [relaysWith([{ pin: 5, name: 'A' }]), /lines\[0\].activeLow debe ser true en el pin 5: un Pi/],
    [
      relaysWith([{ pin: 17, maxOnMs: 600_001 }]),
      /lines\[0\].maxOnMs debe ser un número entero de/,
    ],
    [relaysWith([{ pin: 17, maxOnMs: 0 }]), /lines\[0\].maxOnMs debe ser un número entero de/],
    [relaysWith([{ pin: 17, activeLow: 1 }]), /lines\[0\].activeLow debe ser true o false$/],
    [relaysWith([{ pin: 17, low: true }]), /: relays.lines\[0\].low no es una clave conocida/],
    [
      relaysWith([{ pin: 17, name: ' ' }]),
      /lines\[0\].name debe ser un nombre de 1 a 64 caracteres en/,
    ],
    [
      relaysWith([{ pin: 17, name: 'a\nb' }]),
      /lines\[0\].name debe ser un nombre de 1 a 64 caracteres/,
    ],
    [
      relaysWith([
        { pin: 17, name: 'Salida' },
        { pin: 27, name: ' Salida' },
      ]),
      /lines\[1\].name "Salida" es también el nombre de otro relé/,
    ],
    [relaysWith([{ pin: 17 }, { pin: 17 }]), /lines\[1\].pin 17 es también el pin de otro relé/],
    [{ relays: { driver: 'simulated', lines: [{ pin: 17 }], chips: 1 } }, /: relays.chips no es/],
    [{ sensors: {} }, /: sensors debe ser una lista de sensores, como en \[\{/],
    [{ sensors: ['temp'] }, /: sensors\[0\] debe ser un objeto con type$/],
    [
      { sensors: [{ type: 'nose' }] },
      /sensors\[0\].type "nose" no es un tipo de sensor; use iio o/,
    ],
    [
      { sensors: [{ type: 'simulated', of: ['ph'] }] },
      /sensors\[0\].of\[0\] debe ser una lista de/,
    ],
    [
      { sensors: [{ type: 'simulated', everyMs: 10 }] },
      /sensors\[0\].everyMs debe ser un número entero/,
    ],
    [{ sensors: [{ type: 'simulated', each: 1 }] }, /: sensors\[0\].each no es una clave conocida/],
    [
      {
        readers: [{ ...line, path: '/dev/serial0' }],
        relays: { driver: 'simulated', lines: [{ pin: 17 }, { pin: 14, name: 'Salida' }] },
      },
      /: relays.lines\[1\].pin 14 es un pin del puerto serie \/dev\/serial0, que está en uso;/,
    ],
    [
      {
        relays: { driver: 'simulated', lines: [{ pin: 17 }] },
        sensors: [{ type: 'dht', pin: 17 }],
      },
      /: sensors\[0\].pin 17 es también el pin de un relé; dé a cada uno el suyo$/,
    ],
    [
      {
        sensors: [
          { type: 'dht', pin: 4 },
          { type: 'gas', device: 'ads1015', alarmPin: 4 },
        ],
      },
      /: sensors\[1\].alarmPin 4 es también el pin de otro sensor; dé a cada uno el suyo$/,
    ],
    [
      { readers: [wiegand, { ...wiegand, id: 'b', d0: 22 }] },
      /readers\[1\].d1 21 .* d1 del lector w/,
    ],
    [{ readers: [{ ...wiegand, d1: 20 }] }, /readers\[0\].d1 20 es también el pin de d0/],
    [{ ...relaysWith([{ pin: 17 }]), readers: [{ ...wiegand, d0: 17 }] }, /d0 17 .* un relé/],
    [
      { sensors: [{ type: 'dht', pin: 21 }], readers: [{ ...wiegand, chip: 'pinctrl-bcm2835' }] },
      /sensors\[0\].pin 21 es también el pin de el lector w;/,
    ],
    [{ readers: [line, line] }, /readers\[1\].id "gate" es también el id de otro lector/],
    [
      { readers: [line, { ...line, id: 'b' }] },
      /readers\[1\].path es también el puerto de otro lector/,
    ],
    [
      { readers: [{ id: 'demo', type: 'simulator', tags: ['TEST-001', 'no'] }] },
      /readers\[0\].tags\[1\] no es un tag; use TEST-xxx/,
    ],
  ])('names the fault of a file with %j', (file, message) => {
    const complete =
      !('readers' in file) && ('relays' in file || 'sensors' in file)
        ? { readers: [line], ...file }
        : file
    expect(faultOf({}, complete)).toMatch(message)
  })

  it('names the line of a file that is not JSON, without its text', () => {
    const message = faultOf({}, '{\n  "readers": [],\n  "key": "secret" "x"\n}')
    expect(message).toMatch(/^EDGE_CONFIG \/etc\/edge.json no es JSON válido en la línea 3;/)
    expect(message).not.toContain('secret')
  })

  it('reads a file that an editor began with a byte order mark', () => {
    const file = `\uFEFF${JSON.stringify({ readers: [line] })}`
    expect(loadConfig(env, () => file).readers).toHaveLength(1)
  })

  it('names the file that cannot be read', () => {
    const missing = () => {
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    }
    expect(() => loadConfig(env, missing)).toThrow(
      /^EDGE_CONFIG \/etc\/edge.json no se puede leer \(ENOENT\); nombre un archivo JSON/,
    )
  })
})
