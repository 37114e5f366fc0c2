import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync, type Stats, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type GpioSystem, loadGpioSystem } from '../gpio/gpio-system.ts'

const COMMAND_TIMEOUT_MS = 5000

/** The account that a check is made for. */
export interface Account {
  uid: number
  /** Its groups, the first one included. */
  gids: readonly number[]
}

/** What the checks see of the device; tests pass a folder made up instead of its root. */
export interface Machine {
  /** Prefix of every absolute path: empty on the device itself. */
  root: string
  account: Account
  /** The wall clock, milliseconds. */
  now(): number
  /** Loads a package and its compiled part. Rejects where one is missing or does not load. */
  load(name: string): Promise<unknown>
  /** What a command prints; null where it cannot run. A code other than 0 is no reason for null. */
  run(command: string, args: readonly string[]): Promise<string | null>
  /** The kernel's GPIO. @throws NoGpioError where it cannot be called. */
  gpio(): Promise<GpioSystem>
  /** Bytes that may still be written to the disk under a path. */
  freeBytes(path: string): number
}

/** The device that this process runs on. */
export function thisMachine(): Machine {
  return {
    root: '',
    account: {
      uid: process.getuid?.() ?? 0,
      gids: [process.getgid?.() ?? 0, ...(process.getgroups?.() ?? [])],
    },
    now: Date.now,
    load: loadPackage,
    run: (command, args) =>
      new Promise((done) => {
        execFile(command, args, { timeout: COMMAND_TIMEOUT_MS }, (error, stdout) =>
          done(error !== null && typeof error.code === 'string' ? null : stdout),
        )
      }),
    gpio: loadGpioSystem,
    freeBytes(path) {
      const { bavail, bsize } = statfsSync(path)
      return bavail * bsize
    },
  }
}

async function loadPackage(name: string): Promise<unknown> {
  const loaded: { default?: new (file: string) => { close(): void } } = await import(name)
  // It loads its compiled part with the first database.
  if (name === 'better-sqlite3' && loaded.default) new loaded.default(':memory:').close()
  return loaded
}

/** Where a path of the device lies. */
export const placeOf = (machine: Machine, path: string) => join(machine.root, resolve(path))

/** The text of a file of the device, trimmed; null where it cannot be read. */
export function textOf(machine: Machine, path: string): string | null {
  try {
    return readFileSync(placeOf(machine, path), 'utf8').trim()
  } catch {
    // Absent or hidden: each check says what that means to it.
    return null
  }
}

/** The names in a folder of the device, sorted; none where it cannot be read. */
export function namesIn(machine: Machine, path: string): string[] {
  try {
    return readdirSync(placeOf(machine, path)).toSorted()
  } catch {
    // Absent or hidden, as above.
    return []
  }
}

/** The path that a path of the device leads to over links, as the device names it; null without one. */
export function targetOf(machine: Machine, path: string): string | null {
  try {
    return realpathSync(placeOf(machine, path)).slice(rootLength(machine))
  } catch {
    // It leads nowhere.
    return null
  }
}

/** Whether the account may do with a file what the bits say: 4 reads, 2 writes, 1 enters. */
export function mayUse({ account }: Machine, file: Stats, bits: number): boolean {
  if (account.uid === 0) return true
  const isMember = account.gids.includes(file.gid)
  const granted = account.uid === file.uid ? file.mode >> 6 : isMember ? file.mode >> 3 : file.mode
  return (granted & bits) === bits
}

const rootLength = ({ root }: Machine) => (root === '' ? 0 : realpathSync(root).length)
