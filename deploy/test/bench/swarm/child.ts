import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A swarm of clients in a process of its own: its work is not to stand in the way of the measuring. */
export class Swarm<Report> {
  readonly #child: ChildProcess
  #last: Report | null = null

  /** Runs a file of this folder, which is sent `task` and reports as it goes on. */
  constructor(file: string, task: object) {
    this.#child = fork(new URL(file, import.meta.url), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.on('message', (report) => (this.#last = report as Report))
    this.#child.send(task)
  }

  /** Resolves with the first report that fits, or with the last one when the time is over. */
  async report(fits: (report: Report) => boolean, withinMs: number): Promise<Report | null> {
    const end = performance.now() + withinMs
    while (performance.now() < end && !(this.#last && fits(this.#last))) {
      if (this.#hasEnded) throw new Error('the swarm has ended')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return this.#last
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
