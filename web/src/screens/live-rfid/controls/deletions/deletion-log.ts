import type { ScanEvent } from '@vehicle-control/protocol'
import type { Person } from '../../../../api/auth/person.ts'
import {
  deletedRead,
  type DeletedRead,
  type Deletion,
  isOf,
  newestDeletions,
  parseDeletions,
} from './deletion.ts'
import { type DeletionDatabase, openDeletionDatabase } from './deletion-database.ts'
import { DELETIONS_KEY } from './kept-deletions.ts'

/** How much of a deletion the browser kept; what is only in memory is lost with the page. */
export type KeptDeletion = 'whole' | 'without-items' | 'in-memory'

/** The records of what one person removed on this browser. */
export interface DeletionLog {
  /** The newest first, at most `DELETIONS_MAX`. */
  list(): Promise<Deletion[]>
  add(deletion: NewDeletion): Promise<KeptDeletion>
  /** The reads of a deletion that has items. */
  readsOf(deletion: Deletion): Promise<readonly DeletedRead[]>
}

export interface NewDeletion {
  readonly deletedAt: number
  readonly items: readonly ScanEvent[]
}

/** The account that removes, and sees what it has removed. */
type Remover = Pick<Person, 'id' | 'name'>

/** How many deletions of an account are kept; older ones make room. */
export const DELETIONS_MAX = 100

/** How long deletions are kept. */
export const DELETIONS_KEPT_MS = 30 * 24 * 3_600_000

/** A database that another tab or a fault of the browser holds up may never answer. */
const ANSWERS_WITHIN_MS = 5000
const logs = new WeakMap<Storage, { of: string; log: DeletionLog }>()

/** One log for each storage, for as long as the person is the same. */
export function deletionLog(storage: Storage, person: Remover): DeletionLog {
  const known = logs.get(storage)
  if (known?.of === person.id) return known.log
  const log = createDeletionLog(storage, openDeletionDatabase(), person)
  logs.set(storage, { of: person.id, log })
  return log
}

/** Removes what anybody deleted on this browser before that moment (epoch milliseconds). */
export async function pruneDeletions(
  storage: Storage,
  database: DeletionDatabase,
  before: number,
): Promise<void> {
  const stored = readBareDeletions(storage)
  const kept = stored.filter(({ deletedAt }) => deletedAt >= before)
  if (kept.length < stored.length) storage.setItem(DELETIONS_KEY, JSON.stringify(kept))
  await database.prune(before)
}

/** The stored deletions whose reads there was no room for. */
function readBareDeletions(storage: Storage): Deletion[] {
  try {
    return parseDeletions(JSON.parse(storage.getItem(DELETIONS_KEY) ?? '[]'))
  } catch {
    // Damaged, or written by something else.
    return []
  }
}

/** Where the database fails, deletions go to `storage` without their reads, else to memory. */
export function createDeletionLog(
  storage: Storage,
  database: DeletionDatabase,
  person: Remover,
): DeletionLog {
  let inMemory: Deletion[] = []

  const keepWithoutItems = (deletion: Deletion): KeptDeletion => {
    const bare = { ...deletion, hasItems: false }
    try {
      const kept = newestDeletions([bare], readBareDeletions(storage), DELETIONS_MAX)
      storage.setItem(DELETIONS_KEY, JSON.stringify(kept))
      if (storage.getItem(DELETIONS_KEY) !== null) return 'without-items'
    } catch {
      // Storage is full or forbidden.
    }
    inMemory = newestDeletions([bare], inMemory, DELETIONS_MAX)
    return 'in-memory'
  }

  return {
    async list() {
      // Without the database, those in storage and in memory are listed.
      const stored = await withTimeout(database.list()).catch(() => [])
      const others = newestDeletions(readBareDeletions(storage), inMemory, DELETIONS_MAX)
      const all = newestDeletions(stored, others, Number.POSITIVE_INFINITY)
      return all.filter((deletion) => isOf(deletion, person)).slice(0, DELETIONS_MAX)
    },
    async add({ deletedAt, items }) {
      const deletion = {
        id: `${deletedAt}-${Math.random().toString(36).slice(2, 10)}`,
        deletedAt,
        user: person.name,
        userId: person.id,
        count: items.length,
        hasItems: true,
      }
      try {
        await withTimeout(database.add(deletion, items.map(deletedRead), DELETIONS_MAX))
        return 'whole'
      } catch {
        return keepWithoutItems(deletion)
      }
    },
    readsOf: ({ id }) => withTimeout(database.readsOf(id)),
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), ANSWERS_WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
