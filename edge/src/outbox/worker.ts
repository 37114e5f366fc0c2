import { parentPort, workerData } from 'node:worker_threads'
import { ConfigError } from '@vehicle-control/protocol/errors'
import {
  CALLS,
  createLogCalls,
  type FromWorker,
  type LogCalls,
  type ToWorker,
  type WorkerStart,
} from './log-calls.ts'
import { BlockedError, ReopeningLog } from './reopening-log.ts'

/**
 * The thread that owns the outbox's file, so that a slow disk holds up nothing else. Its imports
 * are in memory a second time: of the protocol it takes only the parts without zod.
 */
const port = parentPort
if (port === null) throw new Error('the outbox worker runs as a worker thread only')

const { now, ...setup } = workerData as WorkerStart
const monotonic = () => Number(process.hrtime.bigint()) / 1e6
const send = (message: FromWorker) => port.postMessage(message)
const log = new ReopeningLog({
  ...setup,
  monotonic,
  now: Date.now,
  onNotice: (notice) => send({ type: 'notice', notice }),
})
const calls: {
  [M in keyof LogCalls]: (...args: Parameters<LogCalls[M]>) => ReturnType<LogCalls[M]>
} = createLogCalls(log)

function answer<M extends keyof LogCalls>({ method, args }: ToWorker<M>): unknown {
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
