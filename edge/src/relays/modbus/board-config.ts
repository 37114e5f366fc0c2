import { RELAY_DEFAULT_ON_MS, RELAY_MAX_ON_MS, RELAYS_MAX } from '@vehicle-control/protocol'
import { z } from 'zod'
import { describeChoiceFault } from '../../config-choice.ts'
import { relayName } from '../relay-name.ts'

/** What a board's timer counts in. */
export const PULSE_STEP_MS = 100
/** Addresses of Modbus over Serial Line V1.02, section 2.2; 0 is a broadcast, which nobody answers. */
const UNIT_FAULT = 'must be the Modbus address of the board, from 1 to 247'
/** The largest of these boards. */
const CHANNELS_MAX = 32
const CHANNEL_FAULT = `must be the number of the relay on its board, from 1 to ${CHANNELS_MAX}`
const MAX_ON_FAULT = `must be a whole number of milliseconds from ${PULSE_STEP_MS} to ${RELAY_MAX_ON_MS}`
const PULSE_FAULT =
  'must be "waveshare": maxOnMs is kept by a board that times its relays by itself, and no other is supported'
const PATH_FAULT = 'must name the serial port, such as "/dev/serial/by-id/…"'
const BAUD_FAULT = 'must be a whole number such as 9600'
const HOST_FAULT = 'must be the address or name of the board, such as "192.168.1.200"'
const PORT_FAULT = 'must be a port from 1 to 65535'

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
      issue.code === 'invalid_type' ? 'must be an object with channel and name' : undefined,
  },
)
export type BoardLine = z.infer<typeof BoardLine>

const LINES_FAULT = 'must be a list of relays, as in [{"channel":1,"name":"Salida"}]'
const everyBoard = {
  unit: z.int(UNIT_FAULT).min(1, UNIT_FAULT).max(247, UNIT_FAULT).default(1),
  /** How its own timer is told for how long a relay is on. */
  pulse: z.literal('waveshare', PULSE_FAULT),
  lines: z
    .array(BoardLine, LINES_FAULT)
    .min(1, LINES_FAULT)
    .max(RELAYS_MAX, `must hold at most ${RELAYS_MAX} relays`),
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
        object: 'must be an object with type and lines',
        noun: 'relay board',
        supported: BOARDS.map((board) => board.shape.type.value),
      }),
  })
  .superRefine((board, context) => {
    const fault = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message })
    if (board.type === 'modbus_rtu') {
      const { path, baudRate, host: address, port: number } = board
      if (path === undefined && address === undefined)
        fault('path', `${PATH_FAULT}, or give host and port`)
      if (path !== undefined && address !== undefined)
        fault('host', 'stands beside path; give one of them')
      if (address !== undefined && number === undefined)
        fault('port', `${PORT_FAULT}, such as 4196`)
      if (path === undefined && baudRate !== undefined)
        fault('baudRate', 'is that of a serial port; give path, or remove it')
      if (path !== undefined && number !== undefined) fault('port', 'stands beside path; remove it')
    }
    for (const [i, { channel }] of board.lines.entries()) {
      if (!board.lines.slice(0, i).some((other) => other.channel === channel)) continue
      const message = `${channel} is the channel of another relay of this board too`
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
  'must be a list of boards, as in [{"type":"modbus_tcp","host":"192.168.1.200","pulse":"waveshare","lines":[{"channel":1,"name":"Salida"}]}]'

/** All boards of an edge: those on one bus speak alike, each under a unit of its own. */
export const BoardsConfig = z.array(BoardConfig, BOARDS_FAULT).superRefine((boards, context) => {
  for (const [i, board] of boards.entries()) {
    const fault = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [i, key], message })
    for (const other of boards.slice(0, i)) {
      if (busOf(other) !== busOf(board)) continue
      if (other.unit === board.unit)
        fault('unit', `${board.unit} is the unit of another board on this bus too`)
      if (other.type !== board.type)
        fault('type', `is not that of the other board on ${busOf(board)}`)
      else if (speedOf(other) !== speedOf(board))
        fault('baudRate', 'is not that of the other board on this port')
    }
  }
})

/** Baud of a board on a serial port: Waveshare ships them with 9600. */
export function speedOf(board: BoardConfig): number {
  return (board.type === 'modbus_rtu' ? board.baudRate : undefined) ?? 9600
}
