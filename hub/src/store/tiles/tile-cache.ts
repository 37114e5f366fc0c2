import { Worker } from 'node:worker_threads'
import type { CacheReply, CacheRequest, KeptTile, TileKey } from './tile-cache-worker.ts'

export type { KeptTile, TileKey } from './tile-cache-worker.ts'

// Tests run the sources, which a worker thread has no loader for: it runs the built file.
const WORKER_URL = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/store/tiles/tile-cache-worker.js', import.meta.url)
  : new URL('./tile-cache-worker.js', import.meta.url)

export interface TileCacheOptions {
  /** A SQLite file; created where there is none, and replaced where it is broken. */
  file: string
  /** Limit of the file's size; beyond it the least recently used tiles are deleted. */
  maxBytes: number
  /** Nothing is added while the disk has less space left. */
  minFreeBytes: number
}

/** Tiles on disk, behind a worker thread. A call that fails rejects with SQLite's message. */
export interface TileCache {
  get(key: TileKey, now: number): Promise<KeptTile | null>
  put(key: TileKey, tile: KeptTile, now: number): Promise<void>
  /** Notes that the server has not changed the tile, which is fresh until then. */
  renew(key: TileKey, freshUntil: number): Promise<void>
  remove(key: TileKey): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  resolve: (tile: KeptTile | null) => void
  reject: (error: Error) => void
}

type NewRequest = CacheRequest extends infer One
  ? One extends unknown
    ? Omit<One, 'id'>
    : never
  : never

/** Makes a cache that is opened at the first call, and again after its worker died. */
export function openTileCache(options: TileCacheOptions): TileCache {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let closed = false

  function start(): Worker {
    const started = new Worker(WORKER_URL, { workerData: options })
    const fail = (cause: Error) => {
      if (worker === started) worker = null
      for (const { reject } of waiting.values()) reject(cause)
      waiting.clear()
    }
    started.on('message', (reply: CacheReply) => {
      const one = waiting.get(reply.id)
      waiting.delete(reply.id)
      // A worker that is being ended keeps the process alive until it has ended.
      if (waiting.size === 0 && !closed) started.unref()
      if ('error' in reply) one?.reject(new Error(reply.error))
      else one?.resolve(reply.tile)
    })
    started.on('error', (error) => fail(new Error('the tile cache failed', { cause: error })))
    started.on('exit', () => fail(new Error('the tile cache ended')))
    started.unref()
    return started
  }

  function ask(request: NewRequest): Promise<KeptTile | null> {
    if (closed) return Promise.reject(new Error('the tile cache is closed'))
    return new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker ??= start()
      // A worker keeps the process alive only while it owes a reply.
      worker.ref()
      worker.postMessage({ ...request, id })
    })
  }

  return {
    get: (key, now) => ask({ do: 'get', key, now }),
    put: async (key, tile, now) => void (await ask({ do: 'put', key, tile, now })),
    renew: async (key, freshUntil) => void (await ask({ do: 'renew', key, freshUntil })),
    remove: async (key) => void (await ask({ do: 'remove', key })),
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}
