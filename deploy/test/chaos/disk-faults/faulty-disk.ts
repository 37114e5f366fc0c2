import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../local/child.ts'

/** A call that the disk fails, or leaves hanging. */
export interface DiskFault {
  call: 'fsync' | 'pread' | 'pwrite'
  /** End of the path of the files that are hit, or `#` and an inode, whatever its name becomes. */
  file: string
  how: 'EIO' | 'ENOSPC' | 'hangs'
  /** Bytes of the file that are hit, the second one not any more; absent: all. */
  bytes?: [number, number]
}

/** A disk under a process that fails as it is told: a library that is loaded ahead of libc. */
export class FaultyDisk {
  readonly #folder = mkdtempSync(join(tmpdir(), 'faulty-disk-'))
  readonly #control = join(this.#folder, 'faults')
  readonly #library = join(this.#folder, 'faults.so')

  /** Compiles the library. */
  constructor() {
    const source = join(root, 'deploy/test/chaos/disk-faults/faults.c')
    execFileSync('gcc', [
      '-shared',
      '-fPIC',
      '-O1',
      '-Wall',
      '-Werror',
      '-o',
      this.#library,
      source,
    ])
    this.set()
  }

  /** The environment of a process that is to lie on this disk. */
  get env(): NodeJS.ProcessEnv {
    return { LD_PRELOAD: this.#library, DISK_FAULTS: this.#control }
  }

  /** From now on the disk has these faults and no others. */
  set(...faults: DiskFault[]): void {
    const lines = faults.map(({ call, file, how, bytes: [first, behind] = [0, 2 ** 53] }) => {
      const error = how === 'hangs' ? 0 : constants.errno[how]
      return `${call} ${file} ${first} ${behind} ${error}\n`
    })
    // Never seen half written.
    writeFileSync(`${this.#control}.new`, lines.join(''))
    renameSync(`${this.#control}.new`, this.#control)
  }

  /** Forgets the library; hanging calls go on. */
  end(): void {
    rmSync(this.#folder, { recursive: true })
  }
}
