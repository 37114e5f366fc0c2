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
  [17, /: inputs must be a list of inputs, as in \[\{/],
  [[17], /: inputs\[0\] must be an object with id, pin and rule$/],
  [[{ ...exit, rule: 'toggle' }], /inputs\[0\].rule "toggle" is no input rule; use open or fire/],
  [[{ ...exit, id: '' }], /inputs\[0\].id must be a name of 1 to 64 characters$/],
  [[{ ...exit, pin: 5.5 }], /inputs\[0\].pin must be the BCM number of a line/],
  [[{ ...exit, relay: 'Salida' }], /inputs\[0\].relay must be the pin of a relay, such as 17$/],
  [[{ ...exit, relay: undefined }], /inputs\[0\].relay must be the pin of a relay/],
  [
    [{ ...exit, relay: 27 }],
    /inputs\[0\].relay 27 is the pin of no relay; name it in relays.lines$/,
  ],
  [[{ ...exit, pin: 17 }], /inputs\[0\].pin 17 is the pin of a relay; one pin is either$/],
  [[{ ...exit, debounceMs: 9 }], /inputs\[0\].debounceMs must be a whole number of milliseconds/],
  [[{ ...exit, durationMs: 600_001 }], /inputs\[0\].durationMs must be a whole number/],
  [[{ ...exit, bias: 'up' }], /inputs\[0\].bias must be "pull-up", "pull-down" or "none"$/],
  [[{ ...exit, rule: 'fire', durationMs: 1 }], /inputs\[0\].durationMs is no known key/],
  [[exit, { ...exit, pin: 6 }], /inputs\[1\].id "exit" is the id of another input too/],
  [
    [{ ...loop, sense: 'door' }],
    /inputs\[0\].sense must be one of loop, barrier_open, barrier_clo/,
  ],
  [[{ ...exit, sense: 'loop' }], /inputs\[0\].sense is no known key/],
  [[{ ...loop, rule: 'block', sense: 'barrier_open' }], /sense must be "loop", or absent: only/],
  [[{ ...loop, barrier: 'a' }], /inputs\[0\].barrier is of a contact with "sense": "barrier_open"/],
  [
    [{ ...loop, sense: undefined, leftOpenAfterMs: 0 }],
    /inputs\[0\].leftOpenAfterMs is of a contact/,
  ],
  [
    [{ ...open, leftOpenAfterMs: 999 }],
    /leftOpenAfterMs must be a whole number of milliseconds fr/,
  ],
  [[{ ...open, barrier: '' }], /inputs\[0\].barrier must be a name of 1 to 64 characters$/],
  [
    [open, { ...open, id: 'b', pin: 20 }],
    /inputs\[1\].sense barrier_open is that of another input too; give each barrier a name/,
  ],
  [
    [
      { ...open, leftOpenAfterMs: 5000 },
      { ...open, id: 'b', pin: 20, sense: 'barrier_closed', leftOpenAfterMs: 6000 },
    ],
    /inputs\[1\].leftOpenAfterMs is 5000 at the other contact; give it once$/,
  ],
  [[exit, { ...exit, id: 'b' }], /inputs\[1\].pin 5 is the pin of another input too$/],
])('inputs %j are refused with the path of the fault', (inputs, fault) => {
  expect(() => load({ inputs })).toThrow(fault)
})
