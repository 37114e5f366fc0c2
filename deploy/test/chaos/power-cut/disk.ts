import type { DiskEvent } from './disk-trace.ts'
import { type Change, FileContent, sectorsOf } from './file-content.ts'

/** Names that were given to files, or taken away, in one step. */
type Naming = [path: string, file: FileContent | null][]

/** What lies on a disk: the contents of files by their paths. */
export type DiskImage = Map<string, Buffer>

/**
 * A disk that keeps what was synced, and of the rest whatever chance says: any of the writes since,
 * whole or torn at 512 bytes. New and removed names survive in their order.
 */
export class Disk {
  readonly #names: Map<string, FileContent>
  /** The names as the process sees them. */
  readonly #seen: Map<string, FileContent>
  /** The sizes as the process sees them. */
  readonly #sizes = new Map<FileContent, number>()
  #changes: { file: FileContent; change: Change }[] = []
  #namings: Naming[] = []

  /** Begins with these files, which are safe. */
  constructor(image: DiskImage) {
    this.#names = new Map([...image].map(([path, bytes]) => [path, new FileContent(bytes)]))
    this.#seen = new Map(this.#names)
  }

  /** Takes over what the process did. */
  apply(event: DiskEvent): void {
    if (event.type === 'said') return
    const { path } = event
    const file = this.#seen.get(path)
    switch (event.type) {
      case 'create':
        if (file === undefined) this.#name([[path, new FileContent()]])
        return
      case 'unlink':
        if (file !== undefined) this.#name([[path, null]])
        return
      case 'rename':
        if (file === undefined) return
        this.#name([
          [event.to, file],
          [path, null],
        ])
        return
      case 'sync':
        if (file === undefined) this.#syncFolder(path)
        else this.#sync(file)
        return
      // A file that is open but has no name any more is gone, whatever is written to it.
      case 'truncate':
      case 'write':
        if (file !== undefined) this.#change(file, event)
        return
      case 'append': {
        if (file === undefined) return
        const offset = this.#sizeOf(file)
        this.#change(file, { type: 'write', offset, data: event.data })
      }
    }
  }

  #sizeOf(file: FileContent): number {
    return this.#sizes.get(file) ?? file.bytes.length
  }

  #change(file: FileContent, change: Change): void {
    const size =
      change.type === 'truncate'
        ? change.size
        : Math.max(this.#sizeOf(file), change.offset + change.data.length)
    this.#sizes.set(file, size)
    this.#changes.push({ file, change })
  }

  #name(naming: Naming): void {
    take(this.#seen, naming)
    this.#namings.push(naming)
  }

  #sync(file: FileContent): void {
    for (const one of this.#changes) if (one.file === file) file.put(one.change)
    this.#changes = this.#changes.filter((one) => one.file !== file)
    // The name of a new file goes to the disk with it, and names of before with that.
    const named = this.#namings.findIndex((naming) => naming.some(([, one]) => one === file))
    for (const naming of this.#namings.splice(0, named + 1)) take(this.#names, naming)
  }

  #syncFolder(path: string): void {
    const isInside = (naming: Naming) => naming.some(([name]) => name.startsWith(`${path}/`))
    for (const naming of this.#namings.filter(isInside)) take(this.#names, naming)
    this.#namings = this.#namings.filter((naming) => !isInside(naming))
  }

  /** The files after a power cut now; `random` gives numbers from 0 to below 1. */
  cut(random: () => number): DiskImage {
    const names = new Map(this.#names)
    const namings = Math.floor(random() * (this.#namings.length + 1))
    for (const naming of this.#namings.slice(0, namings)) take(names, naming)
    // Sometimes none of the writes survives, and sometimes all do.
    const share = random() * 1.5 - 0.4
    const changed = new Map<FileContent, FileContent>()
    for (const { file, change } of this.#changes) {
      for (const part of random() < 0.5 ? sectorsOf(change) : [change]) {
        if (random() >= share) continue
        const copy = changed.get(file) ?? new FileContent(file.bytes)
        changed.set(file, copy)
        copy.put(part)
      }
    }
    return new Map([...names].map(([path, file]) => [path, (changed.get(file) ?? file).bytes]))
  }
}

function take(names: Map<string, FileContent>, naming: Naming): void {
  for (const [path, file] of naming) {
    if (file === null) names.delete(path)
    else names.set(path, file)
  }
}
