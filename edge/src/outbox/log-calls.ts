import type { EpochRange, EpochWatermark } from '@vehicle-control/protocol'
import type { LogRow, PendingEntry, RecentRead } from '../entry.ts'
import type { LogStats } from './cap.ts'
import type { CommandKey, StoredCommand } from './command-log.ts'
import type { LogNotice, ReopeningLog } from './reopening-log.ts'
import type { Appended, Backlog } from './sqlite-log.ts'

/** The calls that the worker answers; `LogWorker.call` takes their names and types from here. */
export function createLogCalls(log: ReopeningLog) {
  return {
    open(sinceMono: number): { recent: RecentRead[]; stats: LogStats } {
      log.open()
      return log.run((l) => ({ recent: l.recentReads(sinceMono), stats: l.stats() }))
    },
    append(
      entries: readonly PendingEntry[],
      isInFlight: boolean,
    ): { place: Appended; stats: LogStats } {
      const place = log.append(entries, isInFlight)
      return { place, stats: log.run((l) => l.stats()) }
    },
    // If the first try reached the file, the second finds the id there, and no pin moves.
    beginCommand: (command: CommandKey): StoredCommand | null =>
      log.write((l) => l.beginCommand(command)),
    read: (epoch: string, after: number, limits: { rows: number; bytes: number }): LogRow[] =>
      log.run((l) => l.read(epoch, after, limits)),
    ranges: (): EpochRange[] => log.run((l) => l.ranges()),
    resume: (watermarks: readonly EpochWatermark[]): Backlog =>
      log.run((l) => {
        l.resume(watermarks)
        return l.backlog()
      }),
    ack: (epoch: string, watermark: number): LogStats =>
      log.run((l) => {
        l.ack(epoch, watermark)
        return l.stats()
      }),
    released: (): void => log.run((l) => l.released()),
    maintain: (elapsedMs: number): void => log.maintain(elapsedMs),
    prune: (): boolean => log.run((l) => l.prune()),
    salvage: (): boolean => log.salvage(),
    close: (): void => log.close(),
  }
}

export type LogCalls = ReturnType<typeof createLogCalls>

export interface WorkerSetup {
  file: string
  agentCode: string
  boot: string
  maxBytes?: number
}

/** What the worker begins with. */
export interface WorkerStart extends WorkerSetup {
  /** Shared memory: what the worker does now, one of CALLS. */
  now: Int32Array<SharedArrayBuffer>
}

/** ENDING: the process ends, so no call may begin. ENDED: the last call is over, too. */
export const CALLS = { IDLE: 0, RUNNING: 1, ENDING: 2, ENDED: 3 } as const

export interface ToWorker<M extends keyof LogCalls = keyof LogCalls> {
  id: number
  method: M
  args: Parameters<LogCalls[M]>
}

export type FromWorker =
  | { type: 'result'; id: number; result: unknown }
  | { type: 'error'; id: number; kind: 'blocked' | 'config' | 'other'; message: string }
  | { type: 'notice'; notice: LogNotice }
