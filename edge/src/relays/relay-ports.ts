import { type BoardConfig, busOf } from './board-config.ts'
import type { RelayLineConfig } from './relay-config.ts'

/** The names that a Pi gives the serial port of its pins 14 (TXD) and 15 (RXD). */
const UART_PORTS: readonly string[] = ['/dev/serial0', '/dev/ttyAMA0', '/dev/ttyS0']
const UART_PINS: readonly number[] = [14, 15]

/** The first relay on a pin of a serial port that is used; `ports` are their paths. Null without one. */
export function relayPinFault(
  lines: readonly Pick<RelayLineConfig, 'pin'>[],
  ports: readonly string[],
): { path: (string | number)[]; message: string } | null {
  const port = ports.find((path) => UART_PORTS.includes(path))
  const at = lines.findIndex(({ pin }) => UART_PINS.includes(pin))
  const line = lines[at]
  if (port === undefined || line === undefined) return null
  const message = `${line.pin} es un pin del puerto serie ${port}, que está en uso; use otro pin`
  return { path: ['relays', 'lines', at, 'pin'], message }
}

/** The first board on a port or address that a reader has too; `ports` are theirs. Null without one. */
export function busPortFault(
  boards: readonly BoardConfig[],
  ports: readonly string[],
): { path: (string | number)[]; message: string } | null {
  const at = boards.findIndex((board) => ports.includes(busOf(board)))
  const board = boards[at]
  if (board === undefined) return null
  const message = 'es también el puerto de un lector; cada puerto sirve a un bus'
  const key = 'path' in board && board.path !== undefined ? 'path' : 'host'
  return { path: ['relays', 'boards', at, key], message }
}
