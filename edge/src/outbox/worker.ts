import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { ConfigError } from '@vehicle-control/protocol/errors'
import { AccessFile } from './access/access-file.ts'
import {
  CALLS,
  createWorkerCalls,
  type FromWorker,
  type WorkerCalls,
  type ToWorker,
  type WorkerStart,
} from './worker-calls.ts'
import { BlockedError, ReopeningStore } from './reopening-store.ts'

/**
 * The thread that owns the outbox's file, so that a slow disk holds up nothing else. Its imports
 * are in memory a second time: of the protocol it takes only the parts without zod.
 */
const port = parentPort
if (port === null) throw new Error('the outbox worker runs as a worker thread only')

const { now, ...setup } = workerData as WorkerStart
const monotonic = () => Number(process.hrtime.bigint()) / 1e6
const send = (message: FromWorker) => port.postMessage(message)
const store = new ReopeningStore({
  ...setup,
  monotonic,
  now: Date.now,
  onNotice: (notice) => send({ type: 'notice', notice }),
})
const access = new AccessFile(join(dirname(setup.file), 'access.db'), setup.agentCode)
const calls: {
  [M in keyof WorkerCalls]: (...args: Parameters<WorkerCalls[M]>) => ReturnType<WorkerCalls[M]>
} = createWorkerCalls(store, access)

function answer<M extends keyof WorkerCalls>({ method, args }: ToWorker<M>): unknown {
  return calls[method](...args)
}

port.on('message', (message: ToWorker) => {
  const { id } = message
  if (Atomics.compareExchange(now, 0, CALLS.IDLE, CALLS.RUNNING) !== CALLS.IDLE) return
  try {
    send({ type: 'result', id, result: answer(message) })
  } catch (error) {
    const kind =
      error instanceof BlockedError ? 'blocked' : error instanceof ConfigError ? 'config' : 'other'
    send({
      type: 'error',
      id,
      kind,
      message: error instanceof Error ? error.message : String(error),
    })
  } finally {
    if (Atomics.compareExchange(now, 0, CALLS.RUNNING, CALLS.IDLE) !== CALLS.RUNNING) {
      Atomics.store(now, 0, CALLS.ENDED)
      Atomics.notify(now, 0)
    }
  }
})
