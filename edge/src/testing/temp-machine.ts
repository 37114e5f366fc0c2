import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Machine } from '../doctor/machine.ts'
import { FakeGpio } from './fake-gpio.ts'

/** A device made up of the files of a temporary folder, for the checks of the doctor. */
export class TempMachine implements Machine {
  readonly root = mkdtempSync(join(tmpdir(), 'machine-'))
  account = { uid: 1000, gids: [1000] }
  wall = Date.UTC(2026, 10, 22, 12)
  free = 2 ** 30
  /** What commands print, by their first word. */
  readonly prints = new Map<string, string>()
  readonly system = new FakeGpio()
  gpio = async () => this.system
  /** Packages that do not load. */
  readonly missing = new Set<string>()

  now = () => this.wall
  freeBytes = () => this.free
  run = async (command: string) => this.prints.get(command) ?? null

  async load(name: string): Promise<unknown> {
    if (this.missing.has(name)) {
      throw Object.assign(new Error(`Cannot find ${name}`), { code: 'ERR_MODULE_NOT_FOUND' })
    }
    return {}
  }

  /** Writes a file; the mode is not narrowed by the umask. */
  file(path: string, text = ''): string {
    const place = join(this.root, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
    return place
  }

  /** A link as udev and /proc make them; an absolute target is one of the device. */
  link(path: string, target: string): void {
    const place = join(this.root, path)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(target, place)
  }

  remove(): void {
    rmSync(this.root, { recursive: true })
  }
}
