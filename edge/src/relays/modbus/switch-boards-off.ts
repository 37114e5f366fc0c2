import type { Logger } from 'pino'
import { monotonicMs } from '../../clock/monotonic.ts'
import { systemTimers } from '../../clock/timers.ts'
import type { BoardConfig } from '../board-config.ts'
import { PulseBoards } from './pulse-boards.ts'

/** Enough for a second try at every board, and less than systemd waits. */
const WITHIN_MS = 5000

/**
 * Opens the buses and switches every relay of these boards off, which one that answers says; answers
 * within 5 s whether all did.
 */
export async function switchBoardsOff(
  configs: readonly BoardConfig[],
  log: Logger,
): Promise<boolean> {
  const failed = () => boards.states().filter(({ error }) => error !== undefined)
  let look = () => {}
  const boards = await PulseBoards.open({
    configs,
    monotonic: monotonicMs,
    timers: systemTimers,
    log,
    onAutoOff() {},
    onChange: () => look(),
  })
  await new Promise<void>((resolve) => {
    look = () => failed().length === 0 && resolve()
    systemTimers.after(WITHIN_MS, resolve)
    boards.start()
  })
  const left = failed()
  for (const relay of left) log.error(relay, 'a relay cannot be switched off')
  // What does not answer is not waited for again.
  if (left.length === 0) await boards.stop()
  return left.length === 0
}
