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
