import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccessHave, ListRow } from '@vehicle-control/protocol'
import { type AccessFrame, ListKeeper, type ListStore } from '../access/list-keeper.ts'
import { AccessFile, type KeptBucket } from '../outbox/access/access-file.ts'
import { ListHub } from './list-hub.ts'

/** A vehicle that may pass. */
export const tag = (uid: string): ListRow => [uid, 1, null, null, 0, 1]

/** The folder of a gate, what it logs, and the faults of its disk. */
export class GateDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'gate-'))
  readonly path = join(this.folder, 'access.db')
  readonly file = new AccessFile(this.path, 'gate-1')
  readonly logged: string[] = []
  /** CLOCK_MONOTONIC, which passes by hand. */
  mono = 1000
  /** Stands before each write; throws where the disk refuses it. */
  beforeWrite: () => void = () => {}
  /** The next write finds the file damaged. */
  isDamaged = false

  readonly store: ListStore = {
    open: async () => this.file.open(),
    buckets: async (from) => this.file.buckets(from),
    write: async (change) => {
      this.beforeWrite()
      if (!this.isDamaged) return this.file.write(change)
      this.isDamaged = false
      this.loseFile()
      return 'replaced'
    },
  }

  /** The database is gone, the denied tags beside it are not. */
  loseFile(): void {
    this.file.close()
    for (const end of ['', '-wal']) rmSync(this.path + end, { force: true })
  }

  allBuckets(): KeptBucket[] {
    const all: KeptBucket[] = []
    for (let from: number | null = 0; from !== null;) {
      const { buckets, next }: ReturnType<AccessFile['buckets']> = this.file.buckets(from)
      all.push(...buckets)
      from = next
    }
    return all
  }

  remove(): void {
    this.file.close()
    rmSync(this.folder, { recursive: true })
  }
}

/** A gate on its disk with one connection: what it says to the hub is in `said`. */
export class Gate {
  readonly disk: GateDisk
  readonly keeper: ListKeeper
  readonly said: AccessHave[] = []
  readonly send = (have: AccessHave) => void this.said.push(have)

  private constructor(disk: GateDisk, keeper: ListKeeper) {
    this.disk = disk
    this.keeper = keeper
  }

  /** A gate that has just started, and has loaded what its disk holds. */
  static async start(disk: GateDisk, boot = 'boot-1'): Promise<Gate> {
    disk.file.close()
    const log = (facts: unknown, message?: string) =>
      void disk.logged.push(message ?? String(facts))
    const keeper = new ListKeeper({
      store: disk.store,
      log: { info: log, warn: log },
      boot,
      monotonic: () => disk.mono,
      onPolicy: () => {},
    })
    await keeper.open()
    return new Gate(disk, keeper)
  }

  async take(...frames: AccessFrame[]): Promise<void> {
    for (const frame of frames) this.keeper.take(frame, this.send)
    await this.keeper.open()
  }

  /** Connects anew, and lets the hub tell its list as often as it takes; answers what is said at last. */
  async hear(hub: ListHub): Promise<AccessHave | undefined> {
    const gate = new Gate(this.disk, this.keeper)
    await gate.take(hub.head())
    for (let round = 0; round < 3; round++) {
      const have = gate.said.at(-1)
      if (have === undefined || isEqual(have, hub)) break
      await gate.take(...hub.framesFor(have))
    }
    return gate.said.at(-1)
  }

  passes(uid: string): boolean {
    const { isComplete, isDenied, row } = this.keeper.facts(uid)
    return isComplete && !isDenied && row?.[1] === 1
  }
}

function isEqual(have: AccessHave, hub: ListHub): boolean {
  const { digest, denied, policy } = hub.content
  return have.digest === digest && have.denied === denied && have.policy === policy
}

/** A hub with thirty tags, one of them denied. */
export function filledHub(): ListHub {
  const hub = new ListHub()
  for (let i = 0; i < 30; i++) hub.put(tag(`E280${i}`))
  hub.deny('E2807')
  return hub
}
