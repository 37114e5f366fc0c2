import type { ReaderContext } from './reader-context.ts'
import type { Reader } from './reader.ts'

const STOP_WITHIN_MS = 1000

/**
 * The reader, whose `stop` never rejects and resolves within a second even if its device hangs: a
 * port whose close hangs in its driver must not keep the reads from the disk.
 */
export function withStopTimeout(
  reader: Reader,
  { timers, log }: Pick<ReaderContext, 'timers' | 'log'>,
): Reader {
  let stopped: Promise<void> | null = null

  async function stop(): Promise<void> {
    const ended = reader.stop().catch((error: unknown) => {
      log.warn({ reader: reader.id, err: error }, 'the reader did not stop cleanly')
    })
    const given = new Promise<'late'>((resolve) => {
      const cancel = timers.after(STOP_WITHIN_MS, () => resolve('late'))
      void ended.then(cancel)
    })
    if ((await Promise.race([ended, given])) === 'late') {
      log.warn({ reader: reader.id }, 'the reader does not let its device go')
    }
  }

  return {
    id: reader.id,
    start: () => reader.start(),
    stop: () => (stopped ??= stop()),
    states: () => reader.states(),
  }
}
