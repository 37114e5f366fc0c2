import { Worker } from 'node:worker_threads'
import { ConfigError } from '@vehicle-control/protocol'
import {
  CALLS,
  type FromWorker,
  type WorkerCalls,
  type ToWorker,
  type WorkerSetup,
  type WorkerStart,
} from './worker-calls.ts'
import type { OutboxNotice } from './reopening-store.ts'

/** Longer than a call waits for another process's lock. */
const LAST_CALL_MS = 1500

export interface WorkerClientOptions extends WorkerSetup {
  monotonic: () => number
  onNotice: (notice: OutboxNotice) => void
}

/** The main thread's side of the outbox's worker: calls, their answers, and notices. */
export class OutboxWorkerClient {
  readonly #options: WorkerClientOptions
  #worker: Worker | null = null
  readonly #calls = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >()
  #nextCall = 1
  readonly #now = new Int32Array(new SharedArrayBuffer(4))
  /** CLOCK_MONOTONIC since when the worker owes an answer; null while it owes none. */
  #waitingSince: number | null = null

  constructor(options: WorkerClientOptions) {
    this.#options = options
  }

  #start(): Worker {
    const { file, agentCode, boot, maxBytes } = this.#options
    // Tests run the sources; a worker thread needs the built file.
    const built = import.meta.url.endsWith('.ts') ? '../../dist/outbox/worker.js' : './worker.js'
    const worker = new Worker(new URL(built, import.meta.url), {
      workerData: { file, agentCode, boot, maxBytes, now: this.#now } satisfies WorkerStart,
      // It holds one batch at a time; without limits its heap grows to tens of megabytes first.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 48 },
    })
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', (error) => {
      throw error
    })
    process.on('exit', this.#endCalls)
    return worker
  }

  /**
   * Waits for the call under way and lets no other begin: an SQLite error in a thread that is being
   * terminated would abort the process, and replace its exit code.
   */
  readonly #endCalls = (): void => {
    const before = Atomics.exchange(this.#now, 0, CALLS.ENDING)
    if (before === CALLS.RUNNING) Atomics.wait(this.#now, 0, CALLS.ENDING, LAST_CALL_MS)
  }

  /** Milliseconds for which the worker has owed an answer and given none. */
  get waitingMs(): number {
    return this.#waitingSince === null ? 0 : this.#options.monotonic() - this.#waitingSince
  }

  /**
   * Calls the worker, whose thread starts with the first call. Rejects with a ConfigError, or with
   * an error whose cause is 'blocked' where the disk is at fault.
   */
  call<M extends keyof WorkerCalls>(
    method: M,
    ...args: Parameters<WorkerCalls[M]>
  ): Promise<ReturnType<WorkerCalls[M]>> {
    const id = this.#nextCall++
    this.#waitingSince ??= this.#options.monotonic()
    const worker = (this.#worker ??= this.#start())
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      worker.postMessage({ id, method, args } satisfies ToWorker<M>)
    })
  }

  async terminate(): Promise<void> {
    process.off('exit', this.#endCalls)
    await this.#worker?.terminate()
  }

  #receive(message: FromWorker): void {
    if (message.type === 'notice') {
      this.#options.onNotice(message.notice)
      return
    }
    const waiting = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    this.#waitingSince = this.#calls.size === 0 ? null : this.#options.monotonic()
    if (message.type === 'result') waiting?.resolve(message.result as never)
    else {
      const { kind, message: text } = message
      waiting?.reject(kind === 'config' ? new ConfigError(text) : new Error(text, { cause: kind }))
    }
  }
}
