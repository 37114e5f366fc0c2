import type { ScanEvent } from '@vehicle-control/protocol'
import {
  deletedRead,
  type DeletedRead,
  type Deletion,
  newestDeletions,
  parseDeletions,
} from './deletion.ts'
import { type DeletionDatabase, openDeletionDatabase } from './deletion-database.ts'

/** How much of a deletion the browser kept; in memory alone it goes with the page. */
export type KeptDeletion = 'whole' | 'without-items' | 'in-memory'

/** The records of what people removed on this browser. */
export interface DeletionLog {
  /** The newest first, at most `DELETIONS_MAX`. */
  list(): Promise<Deletion[]>
  add(deletion: NewDeletion): Promise<KeptDeletion>
  /** The reads of a deletion that has items. */
  readsOf(deletion: Deletion): Promise<readonly DeletedRead[]>
}

export interface NewDeletion {
  readonly deletedAt: number
  readonly user: string
  readonly items: readonly ScanEvent[]
}

/** Deletions that are kept; older ones make room. */
export const DELETIONS_MAX = 100

/** A database that another tab or a fault of the browser holds up may never answer. */
const ANSWERS_WITHIN_MS = 5000
const KEY = 'live_rfid_deletions'
const logs = new WeakMap<Storage, DeletionLog>()

/** One log a browser storage. */
export function deletionLog(storage: Storage): DeletionLog {
  const known = logs.get(storage) ?? createDeletionLog(storage, openDeletionDatabase())
  logs.set(storage, known)
  return known
}

/** Where the database fails, deletions go to `storage` without their reads, else to memory. */
export function createDeletionLog(storage: Storage, database: DeletionDatabase): DeletionLog {
  let inMemory: Deletion[] = []

  const readStorage = (): Deletion[] => {
    try {
      return parseDeletions(JSON.parse(storage.getItem(KEY) ?? '[]'))
    } catch {
      // Cut short or written by something else.
      return []
    }
  }
  const keepWithoutItems = (deletion: Deletion): KeptDeletion => {
    const bare = { ...deletion, hasItems: false }
    try {
      const kept = newestDeletions([bare], readStorage(), DELETIONS_MAX)
      storage.setItem(KEY, JSON.stringify(kept))
      if (storage.getItem(KEY) !== null) return 'without-items'
    } catch {
      // Storage is full or forbidden.
    }
    inMemory = newestDeletions([bare], inMemory, DELETIONS_MAX)
    return 'in-memory'
  }

  return {
    async list() {
      // Without the database there are the others.
      const stored = await inTime(database.list()).catch(() => [])
      const others = newestDeletions(readStorage(), inMemory, DELETIONS_MAX)
      return newestDeletions(stored, others, DELETIONS_MAX)
    },
    async add({ deletedAt, user, items }) {
      const deletion = {
        id: `${deletedAt}-${Math.random().toString(36).slice(2, 10)}`,
        deletedAt,
        user,
        count: items.length,
        hasItems: true,
      }
      try {
        await inTime(database.add(deletion, items.map(deletedRead), DELETIONS_MAX))
        return 'whole'
      } catch {
        return keepWithoutItems(deletion)
      }
    },
    readsOf: ({ id }) => inTime(database.readsOf(id)),
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), ANSWERS_WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
