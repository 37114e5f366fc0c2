import { describe, expect, it } from 'vitest'
import { describeFault } from '../config-file.ts'
import { RelaysConfig } from './relay-config.ts'
import { busPortFault } from './relay-ports.ts'

const line = { channel: 1, name: 'Patio' }
const serial = { type: 'modbus_rtu', path: '/dev/ttyUSB1', pulse: 'waveshare', lines: [line] }
const tcp = { type: 'modbus_tcp', host: '10.0.0.7', pulse: 'waveshare', lines: [line] }
const relays = (boards: unknown, more: object = {}) => ({ driver: 'auto', boards, ...more })
const faultOf = (config: unknown) => {
  const { error } = RelaysConfig.safeParse(config)
  return error ? describeFault(error) : null
}

describe('boards of relays', () => {
  it('are taken with their defaults, beside lines or alone', () => {
    expect(RelaysConfig.parse(relays([tcp]))).toMatchObject({
      lines: [],
      boards: [{ unit: 1, port: 502, lines: [{ ...line, maxOnMs: 30_000 }] }],
    })
    const converter = { ...serial, path: undefined, host: 'reles.local', port: 4196, unit: 2 }
    const lines = [{ pin: 17 }, { pin: 22, name: 'Salida' }]
    expect(RelaysConfig.parse(relays([converter, serial].slice(0, 1), { lines }))).toMatchObject({
      lines,
      boards: [converter],
    })
  })

  const two = (change: object) => [
    serial,
    { ...serial, lines: [{ ...line, name: 'B' }], ...change },
  ]
  const many = Array.from({ length: 17 }, (_, i) => ({ channel: i + 1, name: `R${i}` }))

  it.each([
    [[], /^lines debe ser una lista de relés, como en \[\{"pin":17\}\]$/],
    [{}, /^boards debe ser una lista de tarjetas, como en \[\{"type":"modbus_tcp"/],
    [['x'], /^boards\[0\] debe ser un objeto con type y lines$/],
    [[{}], /^boards\[0\].type falta; use modbus_rtu o modbus_tcp$/],
    [
      [{ ...tcp, type: 'tcp' }],
      /^boards\[0\].type "tcp" no es una tarjeta de relés; use modbus_rtu/,
    ],
    [[{ ...tcp, pulse: undefined }], /^boards\[0\].pulse debe ser "waveshare": maxOnMs lo cumple/],
    [[{ ...tcp, pulse: 'none' }], /^boards\[0\].pulse debe ser "waveshare"/],
    [
      [{ ...tcp, host: undefined }],
      /^boards\[0\].host debe ser la dirección o el nombre de la tarjeta/,
    ],
    [[{ ...tcp, host: '10.0.0.7:502' }], /^boards\[0\].host debe ser la dirección/],
    [[{ ...tcp, unit: 0 }], /^boards\[0\].unit debe ser la dirección Modbus de la tarjeta, de 1 a/],
    [
      [{ ...tcp, lines: [] }],
      /^boards\[0\].lines debe ser una lista de relés, como en \[\{"channel":1/,
    ],
    [
      [{ ...tcp, lines: [{ channel: 1 }] }],
      /^boards\[0\].lines\[0\].name debe ser un nombre de 1 a/,
    ],
    [[{ ...tcp, lines: [{ ...line, channel: 33 }] }], /lines\[0\].channel debe ser el número del/],
    [
      [{ ...tcp, lines: [{ ...line, maxOnMs: 99 }] }],
      /lines\[0\].maxOnMs debe ser un número entero/,
    ],
    [
      [{ ...tcp, lines: [line, { ...line, name: 'B' }] }],
      /lines\[1\].channel 1 es también el canal de otro relé de esta tarjeta$/,
    ],
    [
      [{ ...serial, path: undefined }],
      /^boards\[0\].path debe nombrar el puerto serie, .*; o ponga host/,
    ],
    [
      [{ ...serial, host: '10.0.0.7' }],
      /^boards\[0\].host está junto a path; ponga uno de los dos$/,
    ],
    [
      [{ ...serial, path: undefined, host: '10.0.0.7' }],
      /^boards\[0\].port debe ser un puerto de 1 a 65535, por ejemplo 4196$/,
    ],
    [[{ ...serial, dtr: true }], /^boards\[0\].dtr no es una clave conocida/],
    [two({}), /^boards\[1\].unit 1 es también la unidad de otra tarjeta de este bus$/],
    [two({ unit: 2, baudRate: 19_200 }), /^boards\[1\].baudRate no es el de la otra tarjeta/],
    [
      [tcp, { ...tcp, unit: 2 }],
      /^boards\[1\].lines\[0\].name "Patio" es también el nombre de otro relé/,
    ],
    [[{ ...tcp, lines: many }], /^boards\[0\].lines debe tener como mucho 16 relés$/],
  ])('%j are refused, and the field is named', (boards, fault) => {
    expect(faultOf(relays(boards))).toMatch(fault)
  })

  it('share names and their number with the lines', () => {
    expect(faultOf(relays([tcp], { lines: [{ pin: 17, name: 'Patio' }] }))).toMatch(
      /^boards\[0\].lines\[0\].name "Patio" es también el nombre de otro relé/,
    )
    const lines = [{ pin: 17 }]
    expect(faultOf(relays([{ ...tcp, lines: many.slice(1) }], { lines }))).toBe(
      'boards tiene con lines 17 relés; el máximo es 16',
    )
  })

  it('have a port or an address of their own', () => {
    const { boards = [] } = RelaysConfig.parse(
      relays([serial, { ...tcp, lines: many.slice(1, 2) }]),
    )
    expect(busPortFault(boards, ['/dev/ttyUSB0'])).toBeNull()
    const fieldOf = (port: string) => busPortFault(boards, [port])?.path.join('.')
    expect(fieldOf('/dev/ttyUSB1')).toBe('relays.boards.0.path')
    expect(fieldOf('10.0.0.7:502')).toBe('relays.boards.1.host')
  })
})
