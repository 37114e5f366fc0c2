import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** A folder laid out as the kernel's /sys, whose files the test writes. */
export class SysfsTree {
  readonly root = mkdtempSync(join(tmpdir(), 'sysfs-'))
  readonly #pipes = new Set<string>()

  /** Each key is a path below the root. */
  write(files: Record<string, string>): void {
    for (const [path, text] of Object.entries(files)) writeFileSync(this.#at(path), `${text}\n`)
  }

  /** An IIO device with these files, linked from the bus as the kernel does. */
  iioDevice(number: number, place: string, files: Record<string, string>): string {
    const folder = `devices/platform/${place}/iio:device${number}`
    const entries = Object.entries(files)
    this.write(Object.fromEntries(entries.map(([name, text]) => [`${folder}/${name}`, text])))
    this.link(`bus/iio/devices/iio:device${number}`, folder)
    return folder
  }

  /** A link at `path` to another path below the root. */
  link(path: string, to: string): void {
    const at = this.#at(path)
    symlinkSync(relative(dirname(at), join(this.root, to)), at)
  }

  /** A file that answers every read with EIO. */
  breakFile(path: string): void {
    this.remove(path)
    // No process has memory at address 0.
    symlinkSync('/proc/self/mem', this.#at(path))
  }

  /** A file whose read hangs in the kernel until `letGo`. */
  hangFile(path: string): void {
    this.remove(path)
    execFileSync('mkfifo', [this.#at(path)])
    this.#pipes.add(path)
  }

  /** Ends the read that hangs in this file; throws while none does. */
  letGo(path: string, text = ''): void {
    const file = openSync(this.#at(path), constants.O_WRONLY | constants.O_NONBLOCK)
    writeSync(file, text)
    closeSync(file)
    this.#pipes.delete(path)
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true, force: true })
  }

  end(): void {
    for (const path of this.#pipes) {
      try {
        this.letGo(path)
      } catch {
        // Nobody reads it.
      }
    }
    rmSync(this.root, { recursive: true })
  }

  #at(path: string): string {
    const at = join(this.root, path)
    mkdirSync(dirname(at), { recursive: true })
    return at
  }
}
