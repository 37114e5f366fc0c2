import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { type DeletedRead, type Deletion, newestDeletions, parseDeletions } from './deletion.ts'
import { DELETIONS_DATABASE } from './kept-deletions.ts'

/** Deletions in IndexedDB. Every call fails where the browser has none, forbids it or is full. */
export interface DeletionDatabase {
  list(): Promise<Deletion[]>
  /** Keeps the newest `limit` deletions of each account, and the reads of those alone: all or nothing. */
  add(deletion: Deletion, reads: readonly DeletedRead[], limit: number): Promise<void>
  readsOf(id: string): Promise<readonly DeletedRead[]>
  /** Removes what was deleted before that moment (epoch milliseconds), with its reads. */
  prune(before: number): Promise<void>
}

const LIST = 'list'
const readsKey = (id: string) => `reads:${id}`

/** Opens nothing before the first call. */
export function openDeletionDatabase(): DeletionDatabase {
  let opened: UseStore | null = null
  // Async, so that it rejects where `createStore` throws for want of a database.
  const withStore: UseStore = async (mode, callback) => {
    opened ??= createStore(DELETIONS_DATABASE, 'deletions')
    return await opened(mode, callback)
  }
  return {
    list: () => withStore('readonly', async (store) => parseDeletions(await ask(store.get(LIST)))),
    add: (deletion, reads, limit) =>
      withStore('readwrite', async (store) => {
        const before = parseDeletions(await ask(store.get(LIST)))
        const after = newestDeletions([deletion], before, limit)
        replaceList(store, before, after)
        store.put(reads, readsKey(deletion.id))
        // A full disk shows when the transaction ends.
        await promisifyRequest(store.transaction)
      }),
    readsOf: (id) =>
      withStore('readonly', async (store) => {
        const reads: unknown = await ask(store.get(readsKey(id)))
        if (!Array.isArray(reads)) throw new Error(`no reads of ${id}`)
        return reads as DeletedRead[]
      }),
    prune: (moment) =>
      withStore('readwrite', async (store) => {
        const before = parseDeletions(await ask(store.get(LIST)))
        const after = before.filter(({ deletedAt }) => deletedAt >= moment)
        if (after.length < before.length) replaceList(store, before, after)
        await promisifyRequest(store.transaction)
      }),
  }
}

function replaceList(store: IDBObjectStore, before: Deletion[], after: Deletion[]): void {
  const kept = new Set(after.map(({ id }) => id))
  for (const { id } of before) if (!kept.has(id)) store.delete(readsKey(id))
  store.put(after, LIST)
}

function ask(request: IDBRequest<unknown>): Promise<unknown> {
  return promisifyRequest(request)
}
