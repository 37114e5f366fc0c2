import { describe, expect, it } from 'vitest'
import { describeFault } from '../../config-file.ts'
import { RelaysConfig } from '../relay-config.ts'
import { busPortFault } from './bus-port.ts'

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
    [[], /^lines must be a list of relays, as in \[\{"pin":17\}\]$/],
    [{}, /^boards must be a list of boards, as in \[\{"type":"modbus_tcp"/],
    [['x'], /^boards\[0\] must be an object with type and lines$/],
    [[{}], /^boards\[0\].type is missing; use modbus_rtu or modbus_tcp$/],
    [[{ ...tcp, type: 'tcp' }], /^boards\[0\].type "tcp" is no relay board; use modbus_rtu or/],
    [[{ ...tcp, pulse: undefined }], /^boards\[0\].pulse must be "waveshare": maxOnMs is kept by/],
    [[{ ...tcp, pulse: 'none' }], /^boards\[0\].pulse must be "waveshare"/],
    [[{ ...tcp, host: undefined }], /^boards\[0\].host must be the address or name of the board/],
    [[{ ...tcp, host: '10.0.0.7:502' }], /^boards\[0\].host must be the address/],
    [[{ ...tcp, unit: 0 }], /^boards\[0\].unit must be the Modbus address of the board, from 1 to/],
    [[{ ...tcp, lines: [] }], /^boards\[0\].lines must be a list of relays, as in \[\{"channel":1/],
    [[{ ...tcp, lines: [{ channel: 1 }] }], /^boards\[0\].lines\[0\].name must be a name of 1 to/],
    [[{ ...tcp, lines: [{ ...line, channel: 33 }] }], /lines\[0\].channel must be the number of/],
    [[{ ...tcp, lines: [{ ...line, maxOnMs: 99 }] }], /lines\[0\].maxOnMs must be a whole number/],
    [
      [{ ...tcp, lines: [line, { ...line, name: 'B' }] }],
      /lines\[1\].channel 1 is the channel of another relay of this board too$/,
    ],
    [
      [{ ...serial, path: undefined }],
      /^boards\[0\].path must name the serial port, .* or give host/,
    ],
    [[{ ...serial, host: '10.0.0.7' }], /^boards\[0\].host stands beside path; give one of them$/],
    [
      [{ ...serial, path: undefined, host: '10.0.0.7' }],
      /^boards\[0\].port must be a port from 1 to 65535, such as 4196$/,
    ],
    [[{ ...serial, dtr: true }], /^boards\[0\].dtr is no known key/],
    [two({}), /^boards\[1\].unit 1 is the unit of another board on this bus too$/],
    [two({ unit: 2, baudRate: 19_200 }), /^boards\[1\].baudRate is not that of the other board on/],
    [
      [tcp, { ...tcp, unit: 2 }],
      /^boards\[1\].lines\[0\].name "Patio" is the name of another relay/,
    ],
    [[{ ...tcp, lines: many }], /^boards\[0\].lines must hold at most 16 relays$/],
  ])('%j are refused, and the field is named', (boards, fault) => {
    expect(faultOf(relays(boards))).toMatch(fault)
  })

  it('share names and their number with the lines', () => {
    expect(faultOf(relays([tcp], { lines: [{ pin: 17, name: 'Patio' }] }))).toMatch(
      /^boards\[0\].lines\[0\].name "Patio" is the name of another relay too/,
    )
    const lines = [{ pin: 17 }]
    expect(faultOf(relays([{ ...tcp, lines: many.slice(1) }], { lines }))).toBe(
      'boards hold 17 relays with lines; 16 are the most',
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
