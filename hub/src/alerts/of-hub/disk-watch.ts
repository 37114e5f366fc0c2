import { realpath, statfs } from 'node:fs/promises'
import type { Finding } from './finding.ts'

const GIB = 1024 ** 3

/** Stands where the share and the bytes are both undercut: 15 % of a large disk is plenty. */
interface Limit {
  share: number
  bytes: number
}
const FILLING: Limit = { share: 0.15, bytes: 20 * GIB }
const FULL: Limit = { share: 0.05, bytes: 2 * GIB }
/** It is over only with so much more than the limit: what comes and goes at it must not flap. */
const OVER_AT = 1.2
/** A refused write is over once the disk has taken one again, and has refused none for so long. */
const QUIET_MS = 2 * 60_000

/** What is free on a disk, in bytes. */
export interface FreeSpace {
  free: number
  total: number
}

export interface DiskWatchOptions {
  /** What is free, for each disk that the hub writes to. */
  measure: () => Promise<FreeSpace[]>
  /** Writes a few bytes where the refused write went. */
  tryWrite: () => Promise<void>
  now: () => number
}

/** Knows whether a disk of the hub is nearly full, or full. */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  #level: { kind: 'disk_filling' | 'disk_full'; since: number; free: number } | null = null
  #refused: { cause: 'hub' | 'database'; since: number; last: number } | null = null

  constructor(options: DiskWatchOptions) {
    this.#options = options
  }

  /** Notes that a disk refused a write for want of room. */
  refused(cause: 'hub' | 'database'): void {
    const now = this.#options.now()
    this.#refused = { cause, since: this.#refused?.since ?? now, last: now }
  }

  /** Measures once. A disk that cannot be measured leaves what was known. */
  async look(): Promise<void> {
    const { measure, tryWrite, now } = this.#options
    const fullest = (await measure()).toSorted((a, b) => a.free / a.total - b.free / b.total)[0]
    if (fullest !== undefined) this.#judge(fullest)
    if (this.#refused === null || now() - this.#refused.last < QUIET_MS) return
    try {
      await tryWrite()
      this.#refused = null
    } catch {
      // Still full, or the database is away: it stays until a write shows that there is room.
    }
  }

  findings(): Finding[] {
    const level = this.#level
    // Rounded, so that what comes and goes at every moment is no news.
    const room = level === null ? {} : { free_bytes: Number(level.free.toPrecision(2)) }
    if (this.#refused !== null) {
      const { cause, since } = this.#refused
      const ofHub = cause === 'hub' ? room : {}
      return [{ kind: 'disk_full', since, until: null, cause, ...ofHub }]
    }
    if (level === null) return []
    return [{ kind: level.kind, since: level.since, until: null, cause: 'hub', ...room }]
  }

  #judge({ free, total }: FreeSpace): void {
    const before = this.#level
    const isUnder = ({ share, bytes }: Limit, stands: boolean) =>
      free < Math.min(share * total, bytes) * (stands ? OVER_AT : 1)
    const isFull = isUnder(FULL, before?.kind === 'disk_full')
    if (!isFull && !isUnder(FILLING, before !== null)) {
      this.#level = null
      return
    }
    const kind = isFull ? 'disk_full' : 'disk_filling'
    const since = before?.kind === kind ? before.since : this.#options.now()
    this.#level = { kind, since, free }
  }
}

/** Measures the disks of these files and folders, each once; one that is not there is left out. */
export async function measureDisks(paths: readonly string[]): Promise<FreeSpace[]> {
  const spaces = await Promise.all(
    paths.map(async (path) => {
      try {
        const { bavail, blocks, bsize } = await statfs(await realpath(path))
        return blocks === 0 ? [] : [{ free: bavail * bsize, total: blocks * bsize }]
      } catch {
        // Before the first write there is no file; a folder that is gone is the database's fault.
        return []
      }
    }),
  )
  return spaces.flat()
}
