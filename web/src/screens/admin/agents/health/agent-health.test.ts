import type { AgentDetail, AgentMetric, AgentReader } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { detailedAgent } from '../../../../testing/agents.ts'
import { healthOf } from './agent-health.ts'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')
const since = new Date(NOW).toISOString()
const metric = (name: AgentMetric['metric'], value: number, unit = '', at = since) => {
  return { health: [{ metric: name, value, unit, at }] }
}

const OPEN: AgentReader = {
  id: 'gate',
  type: 'line',
  path: '/dev/ttyUSB0',
  state: 'open',
  simulated: false,
  error: null,
  warning: null,
}

const healthy = detailedAgent(1, {
  online: true,
  connected: true,
  version: '1.2.0',
  clock: 'synced',
  outbox: { bytes: 4096, maxBytes: 1_000_000, unacked: 0 },
  readers: [OPEN],
})
const notes = (change: Partial<AgentDetail>) =>
  healthOf({ ...healthy, ...change }, NOW).map(({ tone, text }) => `${tone}: ${text}`)
const reader = (change: Partial<AgentReader>) => ({ readers: [{ ...OPEN, ...change }] })

it('has nothing to say of an agent that does well', () => expect(notes({})).toEqual([]))

it.each<[Partial<AgentDetail>, string]>([
  [{ online: false }, 'bad: Sin conexión: revisa la corriente y la red del equipo'],
  [{ clock: 'unsynced' }, 'warn: Reloj sin sincronizar: revisa la red o el NTP'],
  [
    { cleartext: true },
    'warn: Sin cifrar hasta el hub: pon https en EDGE_HUB_URL, o EDGE_ALLOW_HTTP=1 si la red es solo tuya',
  ],
  [{ clock: 'hub' }, 'quiet: Usa la hora del hub: el equipo no tiene la de NTP'],
  [{ lost: 12 }, 'bad: Perdió 12 registros en 24 h: revisa disco y lectores'],
  [{ lost: 1 }, 'bad: Perdió 1 registro en 24 h: revisa disco y lectores'],
  [{ readers: [] }, 'warn: Sin lectores: agrégalos en el EDGE_CONFIG del equipo'],
  [
    { outbox: { bytes: 900, maxBytes: 1000, unacked: 0 } },
    'bad: Memoria de lecturas al 90 %: revisa la red antes de que pierda registros',
  ],
  [
    { outbox: { bytes: 9, maxBytes: 1000, unacked: 0, blocked: 'SqliteError: disk I/O error' } },
    'bad: El disco no acepta datos (falla al leer o escribir): revisa la tarjeta SD',
  ],
  [
    reader({
      state: 'closed',
      error: 'Error: No such file or directory, cannot open /dev/ttyUSB0',
    }),
    'bad: Lector gate cerrado: no se encuentra el equipo; revisa el cable USB',
  ],
  [
    reader({ state: 'closed', path: '10.0.0.5:5084', error: 'connect ECONNREFUSED 10.0.0.5:5084' }),
    'bad: Lector gate cerrado: no acepta la conexión; revisa su cable de red y su dirección',
  ],
  [
    reader({ state: 'closed', path: 'mqtt', error: 'Error: bad frame' }),
    'bad: Lector gate cerrado: bad frame',
  ],
  [
    reader({ state: 'silent' }),
    'warn: Lector gate en silencio: prueba con un tag y revisa la antena',
  ],
  [
    { readers: [OPEN, { ...OPEN, id: 'out', warning: 'return loss 3 dB' }] },
    'warn: Lector out lee mal: antena mal conectada o dañada; revisa la antena y su cable',
  ],
  [
    reader({ state: 'closed', error: 'Error: Permission denied, cannot open /dev/ttyUSB0' }),
    'bad: Lector gate cerrado: sin permiso para abrirlo; agrega el usuario del agente al grupo dialout',
  ],
  [
    reader({ warning: 'the clock of gate is 40 s ahead; its times are corrected by that' }),
    'warn: Lector gate lee mal: su reloj está 40 s adelantado; ya se corrige; pon en hora el lector',
  ],
  [
    { readers: ['in', 'out'].map((id) => ({ ...OPEN, id, state: 'closed', error: 'ENOENT' })) },
    'bad: Lector in, out cerrado: no se encuentra el equipo; revisa el cable USB',
  ],
  [
    { sensors: [{ source: 'patio', types: ['temp'], state: 'stale', error: 'ETIMEDOUT', since }] },
    'warn: Sensor patio sin datos: no responde; revisa su cable y su alimentación',
  ],
  [
    {
      sensors: [{ source: 'mq2', types: ['gas'], state: 'ok', error: null, alarm: '1.9 V', since }],
    },
    'bad: Sensor mq2: da la alarma; comprueba el lugar',
  ],
  [
    { inputs: [{ id: 'humo', pin: 5, rule: 'fire', active: true, error: null, since }] },
    'bad: Entrada de incendio humo: activa; comprueba el lugar',
  ],
  [
    { inputs: [{ id: 'lazo', pin: 6, rule: 'open', active: null, error: 'EBUSY', since }] },
    'bad: Entrada lazo no se puede leer (otro programa lo está usando); cierra ese programa en el equipo',
  ],
  [
    { barriers: [{ name: '', position: 'between', leftOpen: true, since }] },
    'bad: Barrera quedó abierta: mira si algo la detiene, y ciérrala con su mando',
  ],
  [
    { barriers: [{ name: 'salida', position: 'contradictory', leftOpen: false, since }] },
    'warn: Barrera salida dice abierta y cerrada a la vez; revisa sus dos contactos: uno se quedó pegado',
  ],
  [
    {
      relays: { driver: 'auto', simulated: false, pins: [], error: 'in use by "barrier"', since },
    },
    'bad: No se puede mover ningún relé (lo usa «barrier»); usa el mando de la barrera y cierra ese programa en el equipo',
  ],
  [
    {
      relays: {
        driver: 'gpiochip',
        simulated: false,
        pins: [17],
        named: [
          { name: 'Salida', pin: 22 },
          { name: 'Patio', error: 'the board does not answer' },
        ],
        error: null,
        since,
      },
    },
    'bad: No se sabe si el relé «Patio» está activo (no responde); míralo en el sitio',
  ],
  [
    { relays: { driver: 'simulated', simulated: true, pins: [17], error: null, since } },
    'quiet: Relés simulados: no mueven nada real',
  ],
  [metric('cpu_temp', 81.25, '°C'), 'bad: Temperatura 81,25 °C; mejora la ventilación'],
  [metric('undervoltage', 1), 'bad: Voltaje bajo; cambia la fuente o el cable de corriente'],
  [
    metric('throttled', 1),
    'warn: Velocidad reducida para protegerse; revisa corriente y ventilación',
  ],
  [metric('disk_free', 9, '%'), 'warn: Disco libre 9 %; libera espacio'],
  [
    metric('card_wear', 90, '%'),
    'warn: Desgaste de la tarjeta SD 90 %; cambia pronto la tarjeta SD',
  ],
])('says of %j what is wrong and what to do', (change, text) =>
  expect(notes(change)).toEqual([text]),
)

it('has nothing to say of what measures well, is warming up, rests or is too old to be known', () => {
  expect(notes(metric('cpu_temp', 61))).toEqual([])
  expect(notes(metric('undervoltage', 1, '', '2026-03-10T10:59:00.000Z'))).toEqual([])
  const inputs = [{ id: 'humo', pin: 5, rule: 'fire' as const, active: false, error: null, since }]
  const warming = { source: 'gas', types: ['gas' as const], state: 'warming' as const }
  expect(notes({ inputs, sensors: [{ ...warming, error: null, since }] })).toEqual([])
  // Of an agent that is away nobody knows.
  const away = { online: false, ...metric('undervoltage', 1) }
  expect(notes(away)).toEqual(['bad: Sin conexión: revisa la corriente y la red del equipo'])
})

it('asks for something about the hub’s time only where the hub is away', () => {
  expect(notes({ clock: 'hub', online: false })).toEqual([
    'bad: Sin conexión: revisa la corriente y la red del equipo',
    'warn: Sin hub ni NTP: si se reinicia no sabe la hora; revisa su red',
  ])
})

it('tells a backlog by whether it is on its way', () => {
  const outbox = { bytes: 1, maxBytes: 1000, unacked: 1240 }
  expect(notes({ outbox })).toEqual(['quiet: 1.240 lecturas por enviar: se están enviando'])
  expect(notes({ outbox, online: false })).toContain(
    'warn: 1.240 lecturas por enviar: se envían solas al volver la red',
  )
})

it('says of an agent that never reported that nothing is known, and of two devices that there are two', () => {
  const device = { address: null, hardware_serial: null, at: '2026-03-10T12:00:00.000Z' }
  const quarantine = { known: device, claimant: device }
  expect(notes({ version: null, quarantine })).toEqual([
    'bad: En cuarentena: dos equipos dicen ser este agente. Abre Control y acepta uno',
    'quiet: Sin informe todavía: se conoce al conectarse por primera vez',
  ])
})
