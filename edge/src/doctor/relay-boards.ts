import type { EdgeConfig } from '../config.ts'
import { type BoardConfig, busOf, speedOf } from '../relays/board-config.ts'
import type { Finding } from './finding.ts'
import type { Machine } from './machine.ts'
import { checkDeviceFile } from './ports/device-file.ts'
import { checkSerialLine } from './ports/serial-line.ts'
import { checkTcpDevice } from './ports/tcp-device.ts'

/** The ports and addresses of the boards of relays, each bus once; no board is asked for anything. */
export async function checkBoards(
  machine: Machine,
  { relays: { boards = [] } }: EdgeConfig,
  edgePid: number | null,
): Promise<Finding[]> {
  const buses = [...new Set(boards.map(busOf))]
  const found = buses.map((bus) => {
    const on = boards.filter((board) => busOf(board) === bus)
    return checkBus(machine, on, edgePid)
  })
  return (await Promise.all(found)).flat()
}

async function checkBus(
  machine: Machine,
  boards: BoardConfig[],
  edgePid: number | null,
): Promise<Finding[]> {
  const [board] = boards
  if (board === undefined) return []
  const subject = boards.flatMap(({ lines }) => lines.map(({ name }) => name)).join(', ')
  const { host, port } = board
  if (host !== undefined && port !== undefined) {
    return await checkTcpDevice(machine, { check: 'relay-board', subject, host, port, edgePid })
  }
  if (board.type !== 'modbus_rtu' || board.path === undefined) return []
  const { path } = board
  const file = { subject, path, edgePid, group: 'dialout', links: '/dev/serial/by-id' } as const
  const line = { subject, path, baudRate: speedOf(board) }
  return [...checkDeviceFile(machine, file), ...checkSerialLine(machine, line)]
}
