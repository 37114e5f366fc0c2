import { RELAY_DEFAULT_ON_MS, RELAY_MAX_ON_MS, RELAYS_MAX } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../config-choice.ts'
import { relayName } from './relay-name.ts'

/** What a board's timer counts in. */
export const PULSE_STEP_MS = 100
/** Addresses of Modbus over Serial Line V1.02, section 2.2; 0 is a broadcast, which nobody answers. */
const UNIT_FAULT = 'debe ser la dirección Modbus de la tarjeta, de 1 a 247'
/** The largest of these boards. */
const CHANNELS_MAX = 32
const CHANNEL_FAULT = `debe ser el número del relé en su tarjeta, de 1 a ${CHANNELS_MAX}`
const MAX_ON_FAULT = `debe ser un número entero de milisegundos, de ${PULSE_STEP_MS} a ${RELAY_MAX_ON_MS}`
const PULSE_FAULT =
  'debe ser "waveshare": maxOnMs lo cumple una tarjeta que mide el tiempo de sus relés por sí misma, y no se admite otra'
const PATH_FAULT = 'debe nombrar el puerto serie, por ejemplo "/dev/serial/by-id/…"'
const BAUD_FAULT = 'debe ser un número entero, por ejemplo 9600'
const HOST_FAULT = 'debe ser la dirección o el nombre de la tarjeta, por ejemplo "192.168.1.200"'
const PORT_FAULT = 'debe ser un puerto de 1 a 65535'

const BoardLine = z.strictObject(
  {
    /** As it is printed on the board, from 1. */
    channel: z.int(CHANNEL_FAULT).min(1, CHANNEL_FAULT).max(CHANNELS_MAX, CHANNEL_FAULT),
    name: relayName,
    /** No command keeps the relay on for longer. */
    maxOnMs: z
      .int(MAX_ON_FAULT)
      .min(PULSE_STEP_MS, MAX_ON_FAULT)
      .max(RELAY_MAX_ON_MS, MAX_ON_FAULT)
      .default(RELAY_DEFAULT_ON_MS),
  },
  {
    error: (issue) =>
      issue.code === 'invalid_type' ? 'debe ser un objeto con channel y name' : undefined,
  },
)
export type BoardLine = z.infer<typeof BoardLine>

const LINES_FAULT = 'debe ser una lista de relés, como en [{"channel":1,"name":"Salida"}]'
const everyBoard = {
  unit: z.int(UNIT_FAULT).min(1, UNIT_FAULT).max(247, UNIT_FAULT).default(1),
  /** How its own timer is told for how long a relay is on. */
  pulse: z.literal('waveshare', PULSE_FAULT),
  lines: z
    .array(BoardLine, LINES_FAULT)
    .min(1, LINES_FAULT)
    .max(RELAYS_MAX, `debe tener como mucho ${RELAYS_MAX} relés`),
}
const host = z.string(HOST_FAULT).regex(/^[A-Za-z0-9._-]{1,253}$/, HOST_FAULT)
const port = z.int(PORT_FAULT).min(1, PORT_FAULT).max(65_535, PORT_FAULT)

const BOARDS = [
  /** RTU frames, over a serial port or a converter that hands them on as they are. */
  z.strictObject({
    type: z.literal('modbus_rtu'),
    ...everyBoard,
    path: z.string(PATH_FAULT).min(1, PATH_FAULT).max(256, PATH_FAULT).optional(),
    baudRate: z.int(BAUD_FAULT).min(1, BAUD_FAULT).max(4_000_000, BAUD_FAULT).optional(),
    host: host.optional(),
    port: port.optional(),
  }),
  z.strictObject({ type: z.literal('modbus_tcp'), ...everyBoard, host, port: port.default(502) }),
] as const

/** A board of relays on a Modbus bus, in EDGE_CONFIG. */
export const BoardConfig = z
  .discriminatedUnion('type', BOARDS, {
    error: (issue) =>
      describeChoiceFault(issue.input, {
        key: 'type',
        object: 'debe ser un objeto con type y lines',
        noun: 'una tarjeta de relés',
        supported: BOARDS.map((board) => board.shape.type.value),
      }),
  })
  .superRefine((board, context) => {
    const fault = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message })
    if (board.type === 'modbus_rtu') {
      const { path, baudRate, host: address, port: number } = board
      if (path === undefined && address === undefined)
        fault('path', `${PATH_FAULT}; o ponga host y port`)
      if (path !== undefined && address !== undefined)
        fault('host', 'está junto a path; ponga uno de los dos')
      if (address !== undefined && number === undefined)
        fault('port', `${PORT_FAULT}, por ejemplo 4196`)
      if (path === undefined && baudRate !== undefined)
        fault('baudRate', 'es de un puerto serie; ponga path, o quítelo')
      if (path !== undefined && number !== undefined) fault('port', 'está junto a path; quítelo')
    }
    for (const [i, { channel }] of board.lines.entries()) {
      if (!board.lines.slice(0, i).some((other) => other.channel === channel)) continue
      const message = `${channel} es también el canal de otro relé de esta tarjeta`
      context.addIssue({ code: 'custom', path: ['lines', i, 'channel'], message })
    }
  })
export type BoardConfig = z.infer<typeof BoardConfig>

/** The bus that a board is on: boards with the same answer share one. */
export function busOf(board: BoardConfig): string {
  if (board.type === 'modbus_rtu' && board.path !== undefined) return board.path
  return `${board.host}:${board.port}`
}

const BOARDS_FAULT =
  'debe ser una lista de tarjetas, como en [{"type":"modbus_tcp","host":"192.168.1.200","pulse":"waveshare","lines":[{"channel":1,"name":"Salida"}]}]'

/** All boards of an edge: those on one bus speak alike, each under a unit of its own. */
export const BoardsConfig = z.array(BoardConfig, BOARDS_FAULT).superRefine((boards, context) => {
  for (const [i, board] of boards.entries()) {
    const fault = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [i, key], message })
    for (const other of boards.slice(0, i)) {
      if (busOf(other) !== busOf(board)) continue
      if (other.unit === board.unit)
        fault('unit', `${board.unit} es también la unidad de otra tarjeta de este bus`)
      if (other.type !== board.type) fault('type', `no es el de la otra tarjeta en ${busOf(board)}`)
      else if (speedOf(other) !== speedOf(board))
        fault('baudRate', 'no es el de la otra tarjeta de este puerto')
    }
  }
})

/** Baud of a board on a serial port: Waveshare ships them with 9600. */
export function speedOf(board: BoardConfig): number {
  return (board.type === 'modbus_rtu' ? board.baudRate : undefined) ?? 9600
}
