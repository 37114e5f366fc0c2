import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadStream } from 'node:tty'
import type { Cable } from './cable.ts'
import type { EmulatedDevice } from './emulators/emulator.ts'

/**
 * A serial cable of two pseudo terminals: the edge's reader at one end, the test in place of the
 * device at the other, or an emulated one that answers. It can be pulled and plugged in. Needs socat.
 */
export class PtyCable implements Cable {
  readonly #directory = mkdtempSync(join(tmpdir(), 'pty-cable-'))
  readonly #deviceEnd = join(this.#directory, 'device')
  #socat: ChildProcess | null = null
  #device = -1
  #emulated: EmulatedDevice | null = null
  #wire: ReadStream | null = null
  /** The path to configure as a reader's port. */
  readonly readerEnd = join(this.#directory, 'reader')

  get link(): { path: string } {
    return { path: this.readerEnd }
  }

  /** Both ends exist when it resolves. */
  async plugIn(): Promise<void> {
    const ends = [this.readerEnd, this.#deviceEnd].map((path) => `pty,raw,echo=0,link=${path}`)
    const socat = spawn('socat', ['-d', '-d', ...ends], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#socat = socat
    await new Promise<void>((resolve, reject) => {
      let said = ''
      socat.stderr.on('data', (chunk) => {
        said += chunk
        if (said.includes('starting data transfer loop')) resolve()
      })
      socat.once('error', reject)
      socat.once('exit', () => reject(new Error(`socat ended: ${said}`)))
    })
    this.#device = openSync(this.#deviceEnd, constants.O_RDWR | constants.O_NOCTTY)
    if (this.#emulated !== null) this.#wireTo(this.#emulated)
  }

  /** Puts a device at the far end, now and each time that the cable is plugged in. */
  connect(device: EmulatedDevice): void {
    this.#unwire()
    this.#emulated = device
    if (this.#device >= 0) this.#wireTo(device)
  }

  /** Sends from the device, one byte a character. Bytes sent before the port is open are lost. */
  write(bytes: string): void {
    writeSync(this.#device, Buffer.from(bytes, 'latin1'))
  }

  /** The same for bytes that the buffers on the way do not hold: resolves as the port takes them. */
  async writeMany(bytes: string): Promise<void> {
    const file = await open(this.#deviceEnd, constants.O_WRONLY | constants.O_NOCTTY)
    try {
      await file.writeFile(Buffer.from(bytes, 'latin1'))
    } finally {
      await file.close()
    }
  }

  /** Both ends are gone when it resolves. */
  async pull(): Promise<void> {
    if (this.#socat === null) return
    const socat = this.#socat
    this.#socat = null
    // A Ctrl-C at the terminal ends socat too, before this process asks it to.
    if (socat.exitCode === null && socat.signalCode === null) {
      const gone = once(socat, 'exit')
      socat.kill('SIGKILL')
      await gone
    }
    this.#unwire()
    closeSync(this.#device)
    this.#device = -1
    // A killed socat leaves its links behind.
    rmSync(this.readerEnd, { force: true })
    rmSync(this.#deviceEnd, { force: true })
  }

  /** Pulls it and throws it away. */
  async destroy(): Promise<void> {
    await this.pull()
    rmSync(this.#directory, { recursive: true })
  }

  // Unlike `write` it never waits for the port to take the bytes: both ends may be in one process.
  #wireTo(device: EmulatedDevice): void {
    const wire = new ReadStream(this.#device)
    this.#wire = wire
    wire.on('data', (bytes: Buffer) => device.receive(bytes))
    // A cable that is pulled while bytes are on it.
    wire.on('error', () => {})
    device.attach((bytes) => wire.write(bytes))
  }

  #unwire(): void {
    if (this.#wire === null) return
    this.#emulated?.detach()
    this.#wire.destroy()
    this.#wire = null
  }
}
