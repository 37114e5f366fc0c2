import { expect, it } from 'vitest'
import { loadConfig } from '../config.ts'

const environment = {
  EDGE_HUB_URL: 'https://hub.example',
  EDGE_AGENT_CODE: 'gate-1',
  EDGE_CONFIG: 'edge.json',
}
const readers = [{ id: 'gate', type: 'line', path: '/dev/ttyUSB0' }]
const relays = { driver: 'simulated', lines: [{ pin: 17 }] }
const exit = { id: 'exit', pin: 5, rule: 'open', relay: 17 }
const loop = { id: 'lazo', pin: 13, rule: 'report', sense: 'loop' }
const open = { id: 'abierta', pin: 19, rule: 'report', sense: 'barrier_open' }
const load = (file: object) =>
  loadConfig(environment, () => JSON.stringify({ readers, relays, ...file }))

it('inputs have their defaults, and need no relays to be reported', () => {
  const inputs = [exit, { id: 'puerta', pin: 6, rule: 'report', activeLow: true, debounceMs: 10 }]
  expect(load({ inputs }).inputs).toEqual([
    { ...exit, activeLow: false, debounceMs: 50 },
    { id: 'puerta', pin: 6, rule: 'report', activeLow: true, debounceMs: 10 },
  ])
  expect(load({ inputs: [{ id: 'a', pin: 6, rule: 'fire' }], relays: undefined }).inputs).toEqual([
    { id: 'a', pin: 6, rule: 'fire', activeLow: false, debounceMs: 50 },
  ])
})

it.each([
  [17, /: inputs debe ser una lista de entradas, como en \[\{/],
  [[17], /: inputs\[0\] debe ser un objeto con id, pin y rule$/],
  [
    [{ ...exit, rule: 'toggle' }],
    /inputs\[0\].rule "toggle" no es una regla de entrada; use open o fire/,
  ],
  [[{ ...exit, id: '' }], /inputs\[0\].id debe ser un nombre de 1 a 64 caracteres$/],
  [[{ ...exit, pin: 5.5 }], /inputs\[0\].pin debe ser el número BCM de una línea/],
  [[{ ...exit, relay: 'Salida' }], /inputs\[0\].relay debe ser el pin de un relé, por ejemplo 17$/],
  [[{ ...exit, relay: undefined }], /inputs\[0\].relay debe ser el pin de un relé/],
  [
    [{ ...exit, relay: 27 }],
    /inputs\[0\].relay 27 no es el pin de un relé; póngalo en relays.lines$/,
  ],
  [
    [{ ...exit, pin: 17 }],
    /inputs\[0\].pin 17 es el pin de un relé; cada pin es una de las dos cosas$/,
  ],
  [
    [{ ...exit, debounceMs: 9 }],
    /inputs\[0\].debounceMs debe ser un número entero de milisegundos/,
  ],
  [[{ ...exit, durationMs: 600_001 }], /inputs\[0\].durationMs debe ser un número entero/],
  [[{ ...exit, bias: 'up' }], /inputs\[0\].bias debe ser "pull-up", "pull-down" o "none"$/],
  [[{ ...exit, rule: 'fire', durationMs: 1 }], /inputs\[0\].durationMs no es una clave conocida/],
  [[exit, { ...exit, pin: 6 }], /inputs\[1\].id "exit" es también el id de otra entrada/],
  [
    [{ ...loop, sense: 'door' }],
    /inputs\[0\].sense debe ser una de estas: loop, barrier_open, barrier_clo/,
  ],
  [[{ ...exit, sense: 'loop' }], /inputs\[0\].sense no es una clave conocida/],
  [[{ ...loop, rule: 'block', sense: 'barrier_open' }], /sense debe ser "loop" o faltar: solo/],
  [
    [{ ...loop, barrier: 'a' }],
    /inputs\[0\].barrier va con un contacto de "sense": "barrier_open"/,
  ],
  [
    [{ ...loop, sense: undefined, leftOpenAfterMs: 0 }],
    /inputs\[0\].leftOpenAfterMs va con un contacto/,
  ],
  [
    [{ ...open, leftOpenAfterMs: 999 }],
    /leftOpenAfterMs debe ser un número entero de milisegundos, de/,
  ],
  [[{ ...open, barrier: '' }], /inputs\[0\].barrier debe ser un nombre de 1 a 64 caracteres$/],
  [
    [open, { ...open, id: 'b', pin: 20 }],
    /inputs\[1\].sense barrier_open es también el de otra entrada; dé a cada barrera un nombre/,
  ],
  [
    [
      { ...open, leftOpenAfterMs: 5000 },
      { ...open, id: 'b', pin: 20, sense: 'barrier_closed', leftOpenAfterMs: 6000 },
    ],
    /inputs\[1\].leftOpenAfterMs es 5000 en el otro contacto; póngalo una sola vez$/,
  ],
  [[exit, { ...exit, id: 'b' }], /inputs\[1\].pin 5 es también el pin de otra entrada$/],
])('inputs %j are refused with the path of the fault', (inputs, fault) => {
  expect(() => load({ inputs })).toThrow(fault)
})
