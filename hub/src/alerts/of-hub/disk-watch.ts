import { HUB_ALERT_LEVELS } from '@vehicle-control/protocol/hub-alert-levels'
import { realpath, stat, statfs } from 'node:fs/promises'
import type { StateLevel } from '@vehicle-control/protocol'
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
/** Disks are measured each minute: one that was not for so long hangs. */
const KNOWN_MS = 5 * 60_000

/** What is free on a disk, in bytes. */
export interface FreeSpace {
  /** A folder or file that lies on it. */
  path: string
  free: number
  total: number
}

/** A disk as it was last measured. */
interface KnownDisk extends FreeSpace {
  at: number
  alert: { kind: 'disk_filling' | 'disk_full'; since: number } | null
}

/** How a disk stands; `unknown` where it can be measured no more. */
export interface DiskState extends FreeSpace {
  level: StateLevel
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
  readonly #disks = new Map<string, KnownDisk>()
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
    for (const space of await measure()) this.#judge(space)
    if (this.#refused === null || now() - this.#refused.last < QUIET_MS) return
    try {
      await tryWrite()
      this.#refused = null
    } catch {
      // Still full, or the database is away: it stays until a write shows that there is room.
    }
  }

  findings(): Finding[] {
    const [worst] = this.#worstFirst()
    const alert = worst?.alert ?? null
    // Rounded, so that what comes and goes at every moment is no news.
    const room = alert && worst ? { free_bytes: Number(worst.free.toPrecision(2)) } : {}
    if (this.#refused !== null) {
      const { cause, since } = this.#refused
      const ofHub = cause === 'hub' ? room : {}
      return [{ kind: 'disk_full', since, until: null, cause, ...ofHub }]
    }
    if (alert === null) return []
    return [{ ...alert, until: null, cause: 'hub', ...room }]
  }

  /** Each disk that could ever be measured, the worst first, as the alerts have it. */
  disks(): DiskState[] {
    const now = this.#options.now()
    return this.#worstFirst().map(({ path, free, total, at, alert }, i) => {
      const isRefused = i === 0 && this.#refused?.cause === 'hub'
      const known = isRefused
        ? HUB_ALERT_LEVELS.disk_full
        : alert === null
          ? 'ok'
          : HUB_ALERT_LEVELS[alert.kind]
      return { path, free, total, level: now - at > KNOWN_MS ? 'unknown' : known }
    })
  }

  #worstFirst(): KnownDisk[] {
    const rank = ({ alert }: KnownDisk) => (alert === null ? 2 : alert.kind === 'disk_full' ? 0 : 1)
    const share = ({ free, total }: KnownDisk) => free / total
    return [...this.#disks.values()].toSorted((a, b) => rank(a) - rank(b) || share(a) - share(b))
  }

  #judge(space: FreeSpace): void {
    const { path, free, total } = space
    const at = this.#options.now()
    const before = this.#disks.get(path)?.alert ?? null
    const isUnder = ({ share, bytes }: Limit, stands: boolean) =>
      free < Math.min(share * total, bytes) * (stands ? OVER_AT : 1)
    const isFull = isUnder(FULL, before?.kind === 'disk_full')
    const isFilling = isFull || isUnder(FILLING, before !== null)
    const kind = isFull ? 'disk_full' : 'disk_filling'
    const since = before?.kind === kind ? before.since : at
    this.#disks.set(path, { ...space, at, alert: isFilling ? { kind, since } : null })
  }
}

/** Measures the disks of these files and folders, each once; one that is not there is left out. */
export async function measureDisks(paths: readonly string[]): Promise<FreeSpace[]> {
  const spaces = await Promise.all(
    paths.map(async (path) => {
      try {
        const file = await realpath(path)
        const { dev } = await stat(file)
        const { bavail, blocks, bsize } = await statfs(file)
        return blocks === 0 ? [] : [{ path, dev, free: bavail * bsize, total: blocks * bsize }]
      } catch {
        // Before the first write there is no file; a folder that is gone is the database's fault.
        return []
      }
    }),
  )
  const disks = new Map<number, FreeSpace>()
  for (const { dev, ...space } of spaces.flat()) if (!disks.has(dev)) disks.set(dev, space)
  return [...disks.values()]
}
