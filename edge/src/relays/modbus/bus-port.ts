import { type BoardConfig, busOf } from './board-config.ts'

/** The first board on a serial port that a reader has too; `ports` are theirs. Null without one. */
export function busPortFault(
  boards: readonly BoardConfig[],
  ports: readonly string[],
): { path: (string | number)[]; message: string } | null {
  const at = boards.findIndex((board) => 'path' in board && ports.includes(busOf(board)))
  if (at === -1) return null
  const message = 'is the port of a reader too; one port serves one bus'
  return { path: ['relays', 'boards', at, 'path'], message }
}
