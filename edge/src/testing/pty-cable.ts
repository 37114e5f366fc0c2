import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A serial cable of two pseudo terminals: the edge's reader at one end, the test in place of the
 * device at the other. It can be pulled and plugged in. Needs socat.
 */
export class PtyCable {
  readonly #directory = mkdtempSync(join(tmpdir(), 'pty-cable-'))
  readonly #deviceEnd = join(this.#directory, 'device')
  #socat: ChildProcess | null = null
  #device = -1
  /** The path to configure as a reader's port. */
  readonly readerEnd = join(this.#directory, 'reader')

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
    this.#device = openSync(this.#deviceEnd, constants.O_WRONLY | constants.O_NOCTTY)
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
    const gone = once(this.#socat, 'exit')
    this.#socat.kill('SIGKILL')
    this.#socat = null
    await gone
    closeSync(this.#device)
    // A killed socat leaves its links behind.
    rmSync(this.readerEnd, { force: true })
    rmSync(this.#deviceEnd, { force: true })
  }

  /** Pulls it and throws it away. */
  async destroy(): Promise<void> {
    await this.pull()
    rmSync(this.#directory, { recursive: true })
  }
}
