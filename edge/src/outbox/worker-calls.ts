import type { EpochRange, EpochWatermark } from '@vehicle-control/protocol'
import type { OutboxRow, PendingEntry, RecentRead } from '../entry.ts'
import type { AccessChange } from './access/access-db.ts'
import type { AccessFile, AccessWritten, KeptAccess, KeptBuckets } from './access/access-file.ts'
import type { OutboxStats } from './cap.ts'
import type { CommandKey, StoredCommand } from './commands.ts'
import type { OutboxNotice, ReopeningStore } from './reopening-store.ts'
import type { Appended, Backlog } from './outbox-store.ts'

/** The calls that the worker answers; `OutboxWorkerClient.call` takes their names and types from here. */
export function createWorkerCalls(store: ReopeningStore, access: AccessFile) {
  return {
    open(sinceMono: number): { recent: RecentRead[]; stats: OutboxStats } {
      store.open()
      return store.run((s) => ({ recent: s.recentReads(sinceMono), stats: s.stats() }))
    },
    append(
      entries: readonly PendingEntry[],
      isInFlight: boolean,
    ): { place: Appended; stats: OutboxStats } {
      const place = store.append(entries, isInFlight)
      return { place, stats: store.run((s) => s.stats()) }
    },
    // If the first try reached the file, the second finds the id there, and no pin moves.
    beginCommand: (command: CommandKey): StoredCommand | null =>
      store.write((s) => s.beginCommand(command)),
    read: (epoch: string, after: number, limits: { rows: number; bytes: number }): OutboxRow[] =>
      store.run((s) => s.read(epoch, after, limits)),
    ranges: (): EpochRange[] => store.run((s) => s.ranges()),
    resume: (watermarks: readonly EpochWatermark[]): Backlog =>
      store.run((s) => {
        s.resume(watermarks)
        return s.backlog()
      }),
    ack: (epoch: string, watermark: number): OutboxStats =>
      store.run((s) => {
        s.ack(epoch, watermark)
        return s.stats()
      }),
    released: (): void => store.run((s) => s.released()),
    maintain: (elapsedMs: number): void => store.maintain(elapsedMs),
    prune: (): boolean => store.run((s) => s.prune()),
    salvage: (): boolean => store.salvage(),
    openAccess: (): KeptAccess | null => access.open(),
    accessBuckets: (from: number): KeptBuckets => access.buckets(from),
    writeAccess: (change: AccessChange): AccessWritten => access.write(change),
    close(): void {
      access.close()
      store.close()
    },
  }
}

export type WorkerCalls = ReturnType<typeof createWorkerCalls>

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

export interface ToWorker<M extends keyof WorkerCalls = keyof WorkerCalls> {
  id: number
  method: M
  args: Parameters<WorkerCalls[M]>
}

export type FromWorker =
  | { type: 'result'; id: number; result: unknown }
  | { type: 'error'; id: number; kind: 'blocked' | 'config' | 'other'; message: string }
  | { type: 'notice'; notice: OutboxNotice }
