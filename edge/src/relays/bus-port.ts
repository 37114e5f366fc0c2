import { type BoardConfig, busOf } from './board-config.ts'

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
