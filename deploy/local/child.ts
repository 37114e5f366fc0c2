import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The checkout's root; this file runs from deploy/dist/local, in tests from deploy/local. */
export const root = fileURLToPath(
  new URL(import.meta.url.includes('/dist/') ? '../../../' : '../../', import.meta.url),
)

const LINES_KEPT = 1000
const ENDS_WITH_LAUNCHER = join(root, 'deploy/dist/local/ends-with-launcher.js')

/** A JSON log line of a hub or edge. */
export interface LogLine {
  level: number
  msg: string
  [key: string]: unknown
}

export interface ChildOptions {
  /** A command that starts node for us, such as `unshare …`. */
  wrap?: string[]
  nodeArgs?: string[]
  /** Another Node than ours: its command, with the emulator that it may need. */
  runtime?: string[]
  /** It stops, as at SIGTERM, when this process ends in whatever way. */
  endsWithUs?: boolean
  onLine?: (line: LogLine) => void
  /** Called with each line of its output that is no log line. */
  onText?: (line: string) => void
}

/** A hub or edge that runs as a process of its own. */
export class Child {
  readonly process: ChildProcess
  readonly #lines: LogLine[] = []
  readonly #waiting = new Set<() => void>()
  #text = ''
  #stderr = ''

  constructor(script: string, env: NodeJS.ProcessEnv, options: ChildOptions = {}) {
    const { runtime = [process.execPath], nodeArgs = [], endsWithUs = false } = options
    const tether = endsWithUs ? ['--import', pathToFileURL(ENDS_WITH_LAUNCHER).href] : []
    const node = [...runtime, ...nodeArgs, ...tether, script]
    const [command = '', ...args] = [...(options.wrap ?? []), ...node]
    this.process = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(endsWithUs ? (['ipc'] as const) : [])],
    })
    this.process.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#text + chunk).split('\n')
      this.#text = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('{')) {
          options.onText?.(line)
          continue
        }
        const parsed = JSON.parse(line) as LogLine
        this.#lines.push(parsed)
        if (this.#lines.length > LINES_KEPT) this.#lines.shift()
        options.onLine?.(parsed)
      }
      this.#wake()
    })
    this.process.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.#stderr += chunk))
    this.process.once('close', () => this.#wake())
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }

  /** Its stderr so far. */
  get stderr(): string {
    return this.#stderr
  }

  /** The last 1,000 log lines. */
  get lines(): readonly LogLine[] {
    return this.#lines
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null
  }

  /** The first log line that fits, once it is written. Rejects when the process ends before. */
  async line(fits: (line: LogLine) => boolean): Promise<LogLine> {
    for (;;) {
      const found = this.#lines.find(fits)
      if (found !== undefined) return found
      if (this.hasEnded) {
        const last =
          this.#stderr ||
          this.#lines
            .slice(-3)
            .map((l) => l.msg)
            .join('; ')
        throw new Error(`${this.process.spawnargs[1]} ended (${this.process.exitCode}): ${last}`)
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          resolve()
        }
        this.#waiting.add(wake)
      })
    }
  }

  /** Sends a signal and waits for the end; answers the exit code, null when a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) {
      const ended = once(this.process, 'exit')
      this.process.kill(signal)
      await ended
    }
    return this.process.exitCode
  }
}
