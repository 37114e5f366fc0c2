import type { GpioSystem } from '../gpio/gpio-system.ts'
import { SystemError } from '../gpio/gpio-system.ts'

interface FakeLine {
  offset: number
  /** Lines that are taken together share a file, and number their events together. */
  offsets: number[]
  seq: number
  /** As many as the request asks for; without that all. */
  eventsKept: number
  flags: bigint
  consumer: string
  level: 0 | 1
  events: Buffer[]
}

/**
 * A kernel with one GPIO chip, by the offsets of linux/gpio.h and not by our encoders: what those
 * write, it must find where the real one would.
 */
export class FakeGpio implements GpioSystem {
  label = 'pinctrl-bcm2711'
  /** Paths whose opening fails, with the error's code. */
  readonly refused = new Map<string, string>()
  paths = ['/dev/gpiochip0']
  /** Lines that another process holds, by its name. */
  readonly others = new Map<number, string>()
  /** Lines whose level does not follow. */
  readonly stuck = new Set<number>()
  /** Inputs that are active when they are taken. */
  readonly highAtFirst = new Set<number>()
  /** Calls on a line fail with it. */
  lineFault: string | null = null
  readonly lines = new Map<number, FakeLine>()
  readonly openFds = new Set<number>()
  readonly calls: string[] = []
  #nextFd = 100

  chips(): string[] {
    return this.paths
  }

  open(path: string): number {
    const code = this.refused.get(path)
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${path}`), { code })
    return this.#newFd()
  }

  close(fd: number): void {
    if (!this.openFds.delete(fd)) throw new SystemError('close', 'EBADF')
    this.lines.delete(fd)
  }

  ioctl(fd: number, request: number, structure: Buffer): void {
    if (!this.openFds.has(fd)) throw new SystemError('ioctl', 'EBADF')
    // Bits 16 to 29 of a request are the size of its structure.
    if (((request >>> 16) & 0x3fff) !== structure.length) throw new SystemError('ioctl', 'EFAULT')
    if (request === 0x8044b401) structure.write(`${this.label}\0`, 32)
    else if (request === 0xc100b405) this.#describe(structure)
    else if (request === 0xc250b407) this.#grant(structure)
    else this.#move(fd, request, structure)
  }

  readNow(fd: number, room: Buffer): Buffer | null {
    if (this.lineFault !== null) throw new SystemError('poll', this.lineFault)
    const events = this.#lineOf(fd).events.splice(0, Math.floor(room.length / 48))
    return events.length === 0 ? null : Buffer.concat(events)
  }

  /** The line of an offset that this process holds. */
  held(offset: number): FakeLine | undefined {
    return [...this.lines.values()].find((line) => line.offsets.includes(offset))
  }

  /** Gives an input its logical level, with an event of that moment, in milliseconds. */
  edge(offset: number, level: 0 | 1, atMs: number): void {
    const line = this.held(offset)
    if (line === undefined) return
    line.level = level
    const event = Buffer.alloc(48)
    event.writeBigUInt64LE(BigInt(Math.round(atMs * 1e6)), 0)
    event.writeUInt32LE(level === 1 ? 1 : 2, 8)
    event.writeUInt32LE(offset, 12)
    event.writeUInt32LE(++line.seq, 16)
    line.events.push(event)
    // As the kernel does: what is old goes.
    if (line.events.length > line.eventsKept) line.events.shift()
  }

  #newFd(): number {
    this.openFds.add(++this.#nextFd)
    return this.#nextFd
  }

  #describe(info: Buffer): void {
    const offset = info.readUInt32LE(64)
    const holder = this.others.get(offset) ?? this.held(offset)?.consumer
    info.write(`${holder ?? ''}\0`, 32)
    info.writeUInt32LE(holder === undefined ? 0 : 1, 72)
  }

  #grant(request: Buffer): void {
    const offset = request.readUInt32LE(0)
    const count = request.readUInt32LE(560)
    if (count < 1 || count > 64) throw new SystemError('ioctl', 'EINVAL')
    const offsets = Array.from({ length: count }, (_, i) => request.readUInt32LE(i * 4))
    const isBusy = offsets.some((one) => this.others.has(one) || this.held(one) !== undefined)
    if (isBusy) throw new SystemError('ioctl', 'EBUSY')
    const flags = request.readBigUInt64LE(288)
    const end = request.indexOf(0, 256)
    const consumer = request.toString('latin1', 256, end)
    const hasLevel = request.readUInt32LE(296) === 1 && request.readUInt32LE(320) === 2
    const isOn = hasLevel && (request.readBigUInt64LE(328) & request.readBigUInt64LE(336)) === 1n
    const fd = this.#newFd()
    const level = isOn || this.highAtFirst.has(offset) ? 1 : 0
    const eventsKept = request.readUInt32LE(564) || Number.POSITIVE_INFINITY
    const file = { offset, offsets, seq: 0, eventsKept, flags, consumer }
    this.lines.set(fd, { ...file, level, events: [] })
    this.calls.push(`take ${offset} ${hasLevel ? (isOn ? 'on' : 'off') : 'as it is'}`)
    request.writeInt32LE(fd, 588)
  }

  #move(fd: number, request: number, values: Buffer): void {
    const line = this.#lineOf(fd)
    if (this.lineFault !== null) throw new SystemError('ioctl', this.lineFault)
    if (request === 0xc010b40e) {
      values.writeBigUInt64LE(BigInt(line.level), 0)
      return
    }
    if (request !== 0xc010b40f || values.readBigUInt64LE(8) !== 1n) {
      throw new SystemError('ioctl', 'EINVAL')
    }
    const level = values.readBigUInt64LE(0) === 1n ? 1 : 0
    this.calls.push(`set ${line.offset} ${level}`)
    if (!this.stuck.has(line.offset)) line.level = level
  }

  #lineOf(fd: number): FakeLine {
    const line = this.lines.get(fd)
    if (line === undefined) throw new SystemError('ioctl', 'ENOTTY')
    return line
  }
}
