import type { AgentDetail, AgentReader } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { detailedAgent } from '../../../../testing/agents.ts'
import { healthOf } from './agent-health.ts'

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
  healthOf({ ...healthy, ...change }).map(({ tone, text }) => `${tone}: ${text}`)
const reader = (change: Partial<AgentReader>) => ({ readers: [{ ...OPEN, ...change }] })

it('has nothing to say of an agent that does well', () => expect(notes({})).toEqual([]))

it.each<[Partial<AgentDetail>, string]>([
  [{ online: false }, 'bad: Sin conexión: revisa la corriente y la red del equipo'],
  [{ clock: 'unsynced' }, 'warn: Reloj sin sincronizar: revisa la red o el NTP'],
  [{ clock: 'hub' }, 'warn: Usa la hora del hub: revisa el NTP del equipo'],
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
])('says of %j what is wrong and what to do', (change, text) =>
  expect(notes(change)).toEqual([text]),
)

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
